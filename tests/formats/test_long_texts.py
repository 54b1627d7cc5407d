"""Every reader needs time in proportion to the text, also of what is broken or made to be slow."""

from time import process_time

import pytest

from sudoku_engine.formats.reading import read

CELLS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ZEROS = CELLS.replace(".", "0")

TEXTS = {
    "lines": (f"{CELLS}\n", ""),
    "a row over and over": ("53..7....\n", ""),
    "numbers": ("1\n", ""),
    "words": ("one two three\n", ""),
    "one long line": (".", ""),
    "candidates": ("{12} " * 9 + "\n", ""),
    "rules": ("|---+---\n", ""),
    "sections": ("[Puzzle]\n[State]\n", ""),
    "a table": (f"{CELLS},x\n", "puzzle,solution\n"),
    "a table of something else": ("a,b\n", "puzzle,solution\n"),
    "HoDoKu's library": (f":0:x:{CELLS}:118 127:::\n", ""),
    "OpenSudoku": (f'<game data="{ZEROS}"/>\n', "<opensudoku>\n"),
    "OpenSudoku in one line": (f'<game data="{ZEROS}"/>', "<opensudoku>\n"),
    "a game that never ends": ("1\n", '<opensudoku>\n<game data="\n'),
    "tags that never end": ("<a\n", "<opensudoku>\n"),
    "tags that never end in one line": ("<a", ""),
    "an address": ("A", "https://sudokupad.app/scl"),
    "an address over and over": ("f-puzzles.com/?load&sudokupad.app?&", "https://"),
    "clues on one cell": ("even r1c1;", "clues: "),
    "addresses": (f"https://www.f-puzzles.com/?load={'A' * 100}\n", ""),
    "brackets": ("[", ""),
    "braces": ('{"a":', ""),
    "quotes": ('"', ""),
    "commas": ("1,2,3,\n", ""),
}
"""A part of each text, and what stands before it."""

LETTERS = 1_000
MORE, MOST = 16, 100
"""How many times longer the text becomes, and how many times the work may: its square is 256."""


def cost(part: str, before: str, letters: int) -> float:
    """The seconds of the processor that a text of so many letters takes."""
    lines = f"{before}{part * (letters // len(part))}".splitlines(keepends=True)
    begun = process_time()
    for _ in read(lines, "a text", None, "auto"):
        pass
    return process_time() - begun


@pytest.mark.parametrize(("part", "before"), TEXTS.values(), ids=list(TEXTS))
def test_a_text_of_sixteen_times_the_length_takes_no_hundred_times_the_work(
    part: str, before: str
) -> None:
    short = max(cost(part, before, LETTERS), 0.001)
    assert cost(part, before, MORE * LETTERS) < MOST * short
