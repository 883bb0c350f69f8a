"""The drawings of Polaris: boards, cards and pieces, made from an edition's data."""
