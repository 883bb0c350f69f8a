"""Long trials: whole services under phones that act at random, with faults on purpose.

A soak starts the service as people start it, in processes of its own, and talks to it over real
HTTP only, so it sees what phones see and nothing else.
"""
