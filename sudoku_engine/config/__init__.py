"""The configuration: a YAML file and the command line, checked."""
