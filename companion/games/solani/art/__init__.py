"""How the game looks: pure drawings made from an edition's data, in millimetres."""
