"""Grade a class: each strategy is tried alone; what it finds, what it earns, who wrote alike."""
