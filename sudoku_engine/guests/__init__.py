"""A person's plugins in guests, processes of their own, and their stand-ins in this process."""
