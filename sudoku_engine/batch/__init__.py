"""A task done on any number of puzzles: cut into shards, taken up again after any interruption."""
