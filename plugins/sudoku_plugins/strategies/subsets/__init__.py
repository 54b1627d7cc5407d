"""Subsets: some cells of a house that share the same number of digits."""
