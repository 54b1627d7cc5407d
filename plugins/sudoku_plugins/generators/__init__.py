"""What makes puzzles."""
