"""The interface to plugins: strategies, protocols, hooks, events, runs, puzzles."""
