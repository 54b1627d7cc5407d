"""The kit that checks a plugin, for pytest and for the command line."""
