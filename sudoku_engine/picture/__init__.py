"""Scenes and how to draw them: a board with a step as shapes, SVG, PNG, GIF and sheets."""
