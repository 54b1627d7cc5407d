"""What a box and a line do to each other."""
