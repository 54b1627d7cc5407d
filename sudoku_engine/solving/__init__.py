"""The strategy loop, the guard before the board, the oracle, and runs that are a search."""
