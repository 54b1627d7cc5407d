"""Texts as the JavaScript library lz-string packs them into base64, for the addresses of web pages.

Such a text is a sequence of numbers, each with as many bits as the dictionary needs so far. 0 and 1
announce a new character of 8 or 16 bits, 2 ends the text, any other number is an entry of the
dictionary. After each number, the previous entry and the first character of this entry become a new
entry. Described by its source, https://github.com/pieroxy/lz-string.
"""

from collections.abc import Iterator
from string import ascii_letters, digits

LONGEST_TEXT = 1_000_000
"""The most characters of a text; a longer one is not a puzzle."""

_ALPHABET = ascii_letters[26:] + ascii_letters[:26] + digits + "+/"
_VALUES = {character: value for value, character in enumerate(_ALPHABET)}
_WIDTHS = (8, 16)
_END = 2


def decompressed(text: str) -> str:
    """Return the text that lz-string's `compressToBase64` wrote as `text`; raises ValueError.

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
        if length > LONGEST_TEXT:
            raise ValueError("it is too long")
        # The next number may name the entry that it completes.
        width = len(entries).bit_length()
    # JavaScript counts a character beyond 16 bits as two.
    return "".join(found).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def compressed(text: str) -> str:
    """Return `text`, of characters of 16 bits at most, as lz-string's `compressToBase64` does.

    >>> compressed('{"s":[1]}')
    'N4IgziBcDaCMC6BfIA=='
    """
    entries: dict[str, int] = {}
    bits: list[int] = []
    n_known, width = _END + 1, 2

    def write(number: int, width: int) -> None:
        bits.extend(number >> bit & 1 for bit in range(width))

    is_first, begin, n_entries = True, 0, n_known
    new: set[str] = set()
    for end in range(len(text) + 1):
        character = text[end : end + 1]
        if character and character not in entries:
            entries[character], n_entries = n_entries, n_entries + 1
            new.add(character)
        phrase = text[begin:end]
        if not phrase or (character and phrase + character in entries):
            continue
        if phrase in new:
            new.remove(phrase)
            size = ord(phrase) > 255
            write(size, width)
            write(ord(phrase), _WIDTHS[size])
            n_known += 1
        else:
            write(entries[phrase], width)
        n_known += not is_first
        is_first, begin, width = False, end, n_known.bit_length()
        entries[phrase + character], n_entries = n_entries, n_entries + 1
    write(_END, width)
    bits += [0] * (6 - len(bits) % 6)
    packed = "".join(
        _ALPHABET[int("".join(map(str, bits[at : at + 6])), 2)] for at in range(0, len(bits), 6)
    )
    return packed + "=" * (-len(packed) % 4)


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
