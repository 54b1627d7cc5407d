"""The command line: the shared parts of its commands; `commands` has a module for each."""
