"""A person's plugins in guests, processes of their own, and what stands for them in ours."""
