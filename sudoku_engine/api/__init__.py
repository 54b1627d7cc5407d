"""What plugins see: strategies, protocols, hooks, events, runs, puzzles."""
