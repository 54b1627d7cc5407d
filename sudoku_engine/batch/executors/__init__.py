"""Where the shards of a batch are worked on: in this process, in others, on other machines."""
