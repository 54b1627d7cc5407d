"""Puzzles rated by the rules of Sukaku Explainer."""
