"""What the engine can do with puzzles: rate, generate, compare, verify, race, measure."""
