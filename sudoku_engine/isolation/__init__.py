"""Limits for plugins: time limits, child processes, process pools."""
