"""Uniqueness: what the promise that a puzzle has only one solution tells about it."""
