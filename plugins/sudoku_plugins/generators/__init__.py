"""Makers of puzzles."""
