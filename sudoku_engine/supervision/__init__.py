"""A person's plugins in processes of their own: guests that are looked after."""
