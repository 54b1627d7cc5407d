"""Lines of text from bytes, UTF-8 or UTF-16, with any line ends; and lines that are read again.

Legend:
    chunk       a piece of a text with whole lines, each with ``\\n`` at its end; only the last
                line of the last chunk may lack it
"""

import codecs
import io
import os
import re
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

from sudoku_engine.errors import FormatError
from sudoku_engine.formats.lines import LONGEST, LONGEST_JSON, Table

_MOST_BYTES = 1 << 18
"""The most bytes that are read at once: enough for blocks of lines in several threads."""

_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)

_SAMPLE = 1000
"""The bytes that decide an encoding without a byte-order mark, if the first line does not."""

_FIRST_LINE = re.compile(rb"..[^\r\n]*[\r\n]", re.DOTALL)
"""A line; in UTF-16, part of its end is missing, and it may begin with the end of an empty line."""

_NO_TEXT = re.compile(rb"[\x00-\x08\x0e-\x1f]|^.?%", re.DOTALL)
"""Bytes that no line in UTF-8 has; a drawn rule in UTF-16 has one, or begins with ``%``."""

_USUAL = re.compile("[ -~\r\n\t─-╿]")
"""A character that occurs in puzzles: ASCII or a drawn rule."""


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

    def chunks() -> Iterator[str]:
        with stream:
            try:
                yield from decoded_chunks(stream)
            except OSError as error:
                raise _unreadable(error, name) from None

    return chunks()


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
    head = more = take(_MOST_BYTES)
    while not (encoding := _encoding(head, is_all=not more)):
        more = take(_MOST_BYTES)
        head += more
    n_skipped = 2 if head.startswith(_MARKS) else 0
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
        most = LONGEST_JSON if text[end : end + 1] in ("{", "[") else LONGEST
        rest = text[end : end + most + 1]
        arrived = take(_MOST_BYTES)
        is_over = not arrived
    rest += decoder.decode(b"", final=True)
    if rest:
        yield rest


def _unreadable(error: Exception, name: str) -> FormatError:
    reason = getattr(error, "strerror", None) or str(error)
    return FormatError(f"cannot be read: {reason}", name)


def _encoding(head: bytes, *, is_all: bool) -> str:
    """Return the encoding of a text that begins with `head`; empty if more is needed to tell.

    The result does not depend on the pieces in which the text arrives.
    """
    if head.startswith(_MARKS):
        return "utf-16-le" if head.startswith(codecs.BOM_UTF16_LE) else "utf-16-be"
    head = head[:_SAMPLE]
    line = _FIRST_LINE.match(head)
    if line and _NO_TEXT.search(line[0]) is None:
        return "utf-8-sig"
    if line and (encoding := _utf_16(line[0])):
        return encoding
    if is_all or len(head) == _SAMPLE:
        return _utf_16(head) or "utf-8-sig"
    return ""


def _utf_16(sample: bytes) -> str:
    """Return the kind of UTF-16 in which a `sample` looks like puzzles; empty for neither."""
    if 0 in sample:  # no text in UTF-8 has a NUL, but every puzzle in UTF-16 has
        for encoding in ("utf-16-le", "utf-16-be"):
            text = sample[: len(sample) // 2 * 2].decode(encoding, "replace")
            if 2 * len(_USUAL.findall(text)) > len(text):
                return encoding
    return ""


class Lines:
    """The lines of a text, one by one; those since the last `forget` can be read again."""

    def __init__(self, lines: Iterable[tuple[int, str]]) -> None:
        """Read `lines`, each with its number."""
        self._fresh = iter(lines)
        self._recent: list[tuple[int, str]] = []
        self._at = 0
        self._n_forgotten = 0
        self.number = 0
        """The number of the last line."""
        self.text = ""
        """The last line, without its end."""
        self.error: FormatError | None = None
        """The reason why the text cannot be read further."""

    @property
    def position(self) -> int:
        """The place of the last line, counted from 1."""
        return self._n_forgotten + self._at

    def next(self) -> str | None:
        """Return the next line; None at the end, also at the end of an incomplete text."""
        if self._at == len(self._recent):
            try:
                line = self._take()
            except FormatError as error:
                self.error, line = error, None
            if line is None:
                return None
            self._recent.append((line[0], line[1].rstrip("\r\n")))
        self.number, self.text = self._recent[self._at]
        self._at += 1
        return self.text

    def put_back(self) -> None:
        """Let the last line be the next one again."""
        self._at -= 1

    def back_to(self, position: int) -> None:
        """Let the line at `position` be the last one again."""
        self._at = position - self._n_forgotten
        self.number, self.text = self._recent[self._at - 1]

    def ahead(self, count: int) -> list[tuple[int, str]]:
        """Return the next `count` lines (or all that are left) with their numbers; take none."""
        last = self.position
        found = [(self.number, text) for _ in range(count) if (text := self.next()) is not None]
        self.back_to(last)
        return found

    def forget(self) -> None:
        """Forget the lines before the last one."""
        if self._at > 1:
            self._n_forgotten += self._at - 1
            del self._recent[: self._at - 1]
            self._at = 1

    def remembers(self, position: int) -> bool:
        """Return whether the line at `position` can be read again."""
        return position > self._n_forgotten

    def _take(self) -> tuple[int, str] | None:
        return next(self._fresh, None)

    def block(self, table: Table | None = None) -> Any:
        """Return the next plain puzzles, or the next rows of a `table` with them, as a block.

        None if there are none, or if they must be read line by line.
        """
        return None
