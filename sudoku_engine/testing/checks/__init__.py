"""The checks of the kit, by kind of component."""
