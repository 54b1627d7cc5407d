"""Texts compressed by the JavaScript library lz-string, in base64, as addresses hold them.

The text is a row of numbers, each of as many bits as the dictionary needs so far: 0 and 1 announce
a new character of 8 or 16 bits, 2 ends the text, any other number is an entry of the dictionary.
After each, the entry before and the first character of this one become a new entry. Described by
its source, https://github.com/pieroxy/lz-string.
"""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_letters, digits

LONGEST = 1_000_000
"""The most characters of a text; a longer one is not a puzzle."""

_VALUES = {
    character: value
    for value, character in enumerate(ascii_letters[26:] + ascii_letters[:26] + digits + "+/")
}
_WIDTHS = (8, 16)
_END = 2


def decompressed(text: str) -> str:
    """Return what lz-string's `compressToBase64` made `text` of; raises ValueError.

    >>> decompressed("N4IgziBcDaCMC6BfIA==")
    '{"s":[1]}'
    """
    bits = _bits(text)
    entries = ["", "", ""]
    found: list[str] = []
    length, before, width = 0, "", 2
    while (number := _number(bits, width)) != _END:
        if number < len(_WIDTHS):
            number, new = len(entries), chr(_number(bits, _WIDTHS[number]))
            entries.append(new)
        if number > len(entries) or (number == len(entries) and not before):
            raise ValueError(f"there is no entry {number}")
        entry = entries[number] if number < len(entries) else before + before[0]
        if before:
            entries.append(before + entry[0])
        before = entry
        found.append(entry)
        length += len(entry)
        if length > LONGEST:
            raise ValueError("it is too long")
        # The next number may be that of the entry which it completes.
        width = len(entries).bit_length()
    return "".join(found)


def _bits(text: str) -> Iterator[int]:
    for character in text.rstrip("="):
        if character not in _VALUES:
            raise ValueError(f"{character!r} is no character of base64")
        for bit in range(5, -1, -1):
            yield _VALUES[character] >> bit & 1


def _number(bits: Iterator[int], width: int) -> int:
    """Return a number of `width` bits, the lowest first; raises ValueError."""
    number = 0
    for bit in range(width):
        if (value := next(bits, None)) is None:
            raise ValueError("it breaks off")
        number |= value << bit
    return number
