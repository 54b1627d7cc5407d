"""As many digits as cells in one house, which belong together."""
