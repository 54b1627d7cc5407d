"""The front ends that come with the engine, and what they share."""
