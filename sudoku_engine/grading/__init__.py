"""A class's strategies, each tried alone: what they find, how alike they are, what they earn."""
