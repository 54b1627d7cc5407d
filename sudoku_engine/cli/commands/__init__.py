"""The commands, a module each: they parse, call and print, and decide nothing."""
