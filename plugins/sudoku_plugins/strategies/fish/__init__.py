"""Fish: a digit whose places in some houses are confined to as many other houses."""
