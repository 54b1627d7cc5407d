"""The name and the version of the program."""

NAME = "sudoku-engine"
VERSION = "0.1.0"
