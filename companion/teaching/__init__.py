"""Own copies: from photographs of somebody's own boards and pieces to an edition folder."""
