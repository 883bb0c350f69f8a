"""Print: sheets at exact millimetres, as PDF; what is drawn arrives as plain data."""
