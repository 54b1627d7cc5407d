"""Reporters that write runs: as text for people, as JSON lines and as puzzle lines for programs."""
