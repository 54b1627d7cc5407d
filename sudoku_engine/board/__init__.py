"""Boards: layouts, digits and candidates, steps, and all of these in words and as text."""
