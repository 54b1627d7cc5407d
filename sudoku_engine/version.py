"""The name and the version of the program."""

NAME = "sudoku-engine"
VERSION = "0.1.0"


def install(extra: str, options: str = "") -> str:
    """Return the command that installs the libraries of an `extra`, and where it works.

    >>> install("fast")
    "pip install '.[fast]' in the project's folder"
    """
    return f"pip install {options}'.[{extra}]' in the project's folder"
