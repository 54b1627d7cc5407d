"""QR codes read back from their pictures, as a camera reads them: so far as they have one block."""

import re
from collections.abc import Callable, Iterator

Square = list[list[bool]]
"""The modules of a code, by row: whether each is dark."""

MASKS: tuple[Callable[[int, int], int], ...] = (
    lambda row, column: (row + column) % 2,
    lambda row, column: row % 2,
    lambda row, column: column % 3,
    lambda row, column: (row + column) % 3,
    lambda row, column: (row // 2 + column // 3) % 2,
    lambda row, column: row * column % 2 + row * column % 3,
    lambda row, column: (row * column % 2 + row * column % 3) % 2,
    lambda row, column: ((row + column) % 2 + row * column % 3) % 2,
)
"""Where a mask is 0, it turns a module over."""


def in_svg(picture: str) -> Square:
    """Return the code in a picture that draws its rows as lines, on a white square."""
    (size,) = map(int, re.findall(r'fill="#fff" d="M0 0h(\d+)v', picture))
    square = [[False] * size for _ in range(size)]
    (path,) = re.findall(r'stroke="#000" d="(.*?)"', picture)
    row = column = 0
    for move, first, second in re.findall(r"([Mmh])([-\d.]+)(?: ([-\d.]+))?", path):
        if move == "h":
            square[row][column : column + int(first)] = [True] * int(first)
        else:
            row += int(float(second))
        column += int(first)
    return _without_margin(square)


def in_blocks(text: str) -> Square:
    """Return the code in a text of half blocks, which are light."""
    square = []
    for line in re.sub(r"\033\[.*?m", "", text).splitlines():
        square += [[each not in "█▀" for each in line], [each not in "█▄" for each in line]]
    return _without_margin([line for line in square if not all(line)])  # half a line is left over


def _without_margin(square: Square) -> Square:
    dark = [(row, line.index(True)) for row, line in enumerate(square) if True in line]
    (first, margin), (last, _) = dark[0], dark[-1]
    assert margin >= 2
    return [line[margin : margin + last - first + 1] for line in square[first : last + 1]]


def text_of(code: Square) -> str:
    """Return the text of a code with one block of bytes."""
    mask = MASKS[int("".join(str(int(each)) for each in code[8][2:5]), 2) ^ 0b101]
    bits = "".join(
        str(int(code[row][column] ^ (mask(row, column) == 0))) for row, column in _way(len(code))
    )
    assert bits[:4] == "0100"  # bytes
    length = int(bits[4:12], 2)
    found = bytes(int(bits[place : place + 8], 2) for place in range(12, 12 + 8 * length, 8))
    return found.decode()


def _way(size: int) -> Iterator[tuple[int, int]]:
    """Yield the places of the bits, from the lower right up and down in pairs of columns."""
    assert 21 <= size <= 37
    corner = range(size - 9, size - 4) if size > 21 else ()
    rows = range(size)[::-1]
    for right in (*range(size - 1, 6, -2), 5, 3, 1):
        for row in rows:
            for column in (right, right - 1):
                is_low, is_left = row >= size - 8, column < 9
                is_finder = (row < 9 and (is_left or column >= size - 8)) or (is_low and is_left)
                if not (is_finder or row == 6 or (row in corner and column in corner)):
                    yield row, column
        rows = rows[::-1]
