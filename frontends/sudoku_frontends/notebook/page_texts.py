"""Texts on their way to a page: the scripts of this package, and what is packed for them."""

from base64 import b64encode
from importlib.resources import files
from zlib import compress


def own_text(name: str) -> str:
    """Return the text of the file `name` of this package."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def packed(text: str, level: int = 6) -> str:
    """Return `text` compressed and in base 64, as `unpacked` of ``page.js`` reads it."""
    return b64encode(compress(text.encode(), level)).decode("ascii")
