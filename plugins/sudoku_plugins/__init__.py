"""The solvers, strategies, generators and checkers that come with the engine."""
