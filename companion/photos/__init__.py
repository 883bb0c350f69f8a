"""Photographs that phones send or the camera takes by itself.

Read in a process of their own, kept, answered.
"""
