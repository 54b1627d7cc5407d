"""The text of a configuration: read from a file, and checked for invisible characters."""

from __future__ import annotations

import io
import os
import re

from sudoku_engine.formats.decoding import decode
from sudoku_engine.plugins.values import Location, Value

MAX_BYTES = 1 << 20
"""The greatest length of a file: anything longer is not a configuration."""


def file_text(path: str | os.PathLike[str]) -> str:
    """Return the text of the file at `path`, in UTF-8 or UTF-16, its line ends as LF.

    Raises ConfigError if the file cannot be read, with the place of bytes that are not text.
    """
    file = Location(os.fspath(path))
    if os.path.isdir(path):
        raise file.error("this is a folder: name a file in it")
    try:
        with open(path, "rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise file.error("there is no such file") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise file.error(f"the file cannot be read: {reason}") from error
    if len(data) > MAX_BYTES:
        raise file.error("this file is far too long for a configuration")
    text = "".join(f"{line}\n" for line in decode(io.BytesIO(data)))
    if no_text := re.search("[\ud800-\udfff\ufffd]", text):
        what = "this is not UTF-8 text: save the file as UTF-8 in your editor"
        raise location_in(text, no_text.start(), file.source).error(what)
    return text


def location_in(text: str, index: int, source: str) -> Location:
    """Return the place of the character `index` of `text`, the whole of a file.

    >>> location_in("loop:\\n  mode: pass", 8, "run.yaml")
    Location(source='run.yaml', line=2, column=3)
    """
    column = index - text.rfind("\n", 0, index)
    return Location(source, text.count("\n", 0, index) + 1, column)


def text_value(
    text: str, location: Location, is_plain: bool = True, start: Location | None = None
) -> Value:
    """Return `text` as a value; raise ConfigError if it has invisible characters.

    `start`: where the text itself begins, if not at `location`.
    """
    if found := INVISIBLE.search(text):
        raise location.error(invisible_message(found[0]))
    for lookalike, what in _LOOKALIKES if is_plain else ():
        if re.search(lookalike, text):
            raise location.error(what)
    return Value(location, text, is_plain, start=start)


def invisible_message(character: str) -> str:
    """Return the message about a control `character`."""
    return f"the control character U+{ord(character):04X}: delete it"


INVISIBLE = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")
"""Control characters and the like, without tabs and the usual line ends."""

_LOOKALIKES = (
    (
        "[\t\u00a0\u2007\u202f\u200b-\u200f\u2060\ufeff]",
        "a tab or a special space in this value: type a plain space, or put the value in quotes",
    ),
    ("^[\u2018-\u201f\u00ab\u00bb]", "curly quotes: use straight ones, \"…\" or '…'"),
)
"""Characters that come from web pages and word processors; quoted values may hold them."""
