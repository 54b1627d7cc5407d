"""Single-digit patterns: two strong links of a digit, joined by a weak one."""
