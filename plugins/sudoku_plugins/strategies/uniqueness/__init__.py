"""Uniqueness: conclusions from the promise that a puzzle has only one solution."""
