"""As many cells as digits, in one house."""
