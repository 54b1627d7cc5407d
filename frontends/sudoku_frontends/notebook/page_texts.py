"""The scripts and styles of this package."""

from importlib.resources import files


def own_text(name: str) -> str:
    """Return the text of the file `name` of this package."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
