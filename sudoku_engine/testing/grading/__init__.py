"""Grade a class: try each strategy alone, count its points, and find similar programs."""
