"""What a worker does with each puzzle: a module for each task of a batch."""
