"""The version of the engine."""

VERSION = "0.1.0"
