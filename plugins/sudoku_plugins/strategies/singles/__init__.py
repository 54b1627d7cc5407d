"""One cell that is forced."""
