"""Coloring: candidates that are all true or all false together."""
