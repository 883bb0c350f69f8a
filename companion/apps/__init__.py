"""The composition root, one module for each thing that is started.

Each joins the parts it needs by name.
"""
