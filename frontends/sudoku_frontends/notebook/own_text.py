"""The files of this package that a page needs: scripts and styles."""

from importlib.resources import files


def own_text(name: str) -> str:
    """Return the text of the file `name` of this package."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
