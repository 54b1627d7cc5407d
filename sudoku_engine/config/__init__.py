"""The configuration: read from a YAML file and the command line, and checked."""
