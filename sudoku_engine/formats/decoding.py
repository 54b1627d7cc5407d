"""Lines of text from bytes: UTF-8 or UTF-16, any line ends, files and pipes.

Legend:
    chunk       a piece of a text that has whole lines, each with ``\\n`` at its end; only the last
                line of the last chunk may lack it
"""

from __future__ import annotations

import codecs
import io
import os
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from sudoku_engine.errors import FormatError
from sudoku_engine.formats.lines import LONGEST

_MOST_BYTES = 1 << 18
"""The most bytes that are read at once: as blocks of lines they are worth some threads."""


def open_text(path: str | os.PathLike[str]) -> Iterator[str]:
    """Return the lines of the file at `path`, decoded as `decode` does.

    Raises FormatError at once if the file cannot be opened, later if it cannot be read.
    """
    return lines_in(open_chunks(path))


def open_chunks(path: str | os.PathLike[str]) -> Iterator[str]:
    """Return the text of the file at `path` in chunks; raises FormatError as `open_text` does."""
    name = os.fspath(path)
    try:
        stream = open(name, "rb")  # noqa: SIM115 (closed after the last line)
    except (OSError, ValueError) as error:
        raise _unreadable(error, name) from None
    return _chunks_of(stream, name)


def decode(stream: BinaryIO) -> Iterator[str]:
    """Yield the lines of `stream` without their ends, each as soon as it arrives.

    >>> list(decode(io.BytesIO(b"\\xff\\xfe1\\x00\\r\\x00\\n\\x002\\x00")))
    ['1', '2']
    """
    return lines_in(decoded_chunks(stream))


def lines_in(chunks: Iterable[str]) -> Iterator[str]:
    """Yield the lines in `chunks`, without their ends."""
    for chunk in chunks:
        yield from chunk.removesuffix("\n").split("\n")


def decoded_chunks(stream: BinaryIO) -> Iterator[str]:
    """Yield the text of `stream` in chunks, each as soon as it arrives.

    The text may be UTF-8 or UTF-16, with or without byte-order mark, its lines may end in LF,
    CRLF or CR. Bytes that are not text become characters that `read` reports with line and
    column. A line too long for a puzzle is cut, to save memory.
    """
    # From a pipe, read1 returns what has arrived and does not wait for a full chunk.
    take = getattr(stream, "read1", None) or stream.read
    head = b""
    while len(head) < 2 and (more := take(_MOST_BYTES)):
        head += more
    encoding, n_skipped = _encoding(head)
    errors = "surrogateescape" if encoding == "utf-8-sig" else "replace"
    decoder = io.IncrementalNewlineDecoder(
        codecs.getincrementaldecoder(encoding)(errors), translate=True
    )
    arrived, rest = head[n_skipped:], ""
    is_over = not head
    while not is_over:
        text = rest + decoder.decode(arrived)
        end = text.rfind("\n") + 1
        if end:
            yield text[:end]
        rest = text[end : end + LONGEST + 1]
        arrived = take(_MOST_BYTES)
        is_over = not arrived
    rest += decoder.decode(b"", final=True)
    if rest:
        yield rest


def _chunks_of(stream: BinaryIO, name: str) -> Iterator[str]:
    with stream:
        try:
            yield from decoded_chunks(stream)
        except OSError as error:
            raise _unreadable(error, name) from None


def _unreadable(error: Exception, name: str) -> FormatError:
    reason = getattr(error, "strerror", None) or str(error)
    return FormatError(f"cannot be read: {reason}", name)


def _encoding(head: bytes) -> tuple[str, int]:
    """Return the encoding of a text that begins with `head`, and the length of its mark."""
    if head.startswith(codecs.BOM_UTF16_LE):
        return "utf-16-le", 2
    if head.startswith(codecs.BOM_UTF16_BE):
        return "utf-16-be", 2
    if 0 in head:  # no text in UTF-8 has a NUL, and every puzzle in UTF-16 has
        sample = head[: len(head) // 2 * 2][:1000]
        for encoding in ("utf-16-le", "utf-16-be"):
            text = sample.decode(encoding, "replace")
            if 2 * sum(map(_is_usual, text)) > len(text):
                return encoding, 0
    return "utf-8-sig", 0


def _is_usual(character: str) -> bool:
    """Return whether `character` occurs in puzzles: ASCII or a drawn rule."""
    return " " <= character <= "~" or character in "\r\n\t" or "─" <= character <= "╿"
