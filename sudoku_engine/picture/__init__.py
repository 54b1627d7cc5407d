"""Scenes drawn: what a board with a step looks like, as shapes, SVG, PNG, GIF and sheets."""
