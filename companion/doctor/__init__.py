"""Examines the companion and its computer: each check is a function from facts to a Finding.

Nothing here opens a camera or a pin; what is seen there is handed in (`companion/apps/doctor.py`).
The system's files are read below a folder that tests replace.
"""
