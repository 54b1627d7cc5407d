"""Moves of lines and digits: make, decompose and summarise them, or find them for two boards."""
