"""Solving techniques for people, a module each."""
