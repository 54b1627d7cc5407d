"""The command line: what its commands share; `commands` holds one module a command."""
