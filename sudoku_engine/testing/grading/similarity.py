"""How similar programs are, apart from names, comments, texts and blanks.

A program becomes a row of tokens in which all its own names are the same. Then all pieces of a few
tokens are compared, wherever they are, so that parts in another order change little.
"""

from __future__ import annotations

import builtins
import io
import keyword
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from sudoku_engine.errors import UsageError
from sudoku_engine.testing.grading.results import Result
from sudoku_engine.testing.grading.submissions import Work

PIECE = 8
"""The number of tokens in a piece."""

FEWEST = 50
"""The least number of pieces of a program to compare: shorter ones are always similar."""

SAME = 100
"""The similarity in percent of programs that are the same."""

KEPT = frozenset([*keyword.kwlist, *keyword.softkwlist, *dir(builtins)])
"""Names that mean the same in every program."""

BLANK = (
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE),
    *(tokenize.ENCODING, tokenize.ENDMARKER),
)

Pieces = Counter[tuple[str, ...]]


class Pair(NamedTuple):
    """Two programs, by their keys, and how similar they are."""

    first: int
    second: int

    percent: int
    """`SAME` means that they are the same."""


def pieces_of(text: str) -> Pieces:
    """Return the pieces of the program `text`, each with its count."""
    tokens = list(_tokens(text))
    return Counter(tuple(tokens[at : at + PIECE]) for at in range(len(tokens) - PIECE + 1))


def _tokens(text: str) -> Iterator[str]:
    """Yield the tokens of `text` as far as it can be read, its own names as ``n``."""
    before, starts_line = "", True
    try:
        for token in _whole_texts(tokenize.generate_tokens(io.StringIO(text).readline)):
            if token.type in (tokenize.INDENT, tokenize.DEDENT):
                yield tokenize.tok_name[token.type]
            elif token.type in BLANK:
                starts_line = starts_line or token.type == tokenize.NEWLINE
            elif token.type == tokenize.STRING:
                if not starts_line:  # a docstring is a comment
                    yield "s"
                starts_line = False
            else:
                is_own = token.type == tokenize.NAME and token.string not in KEPT and before != "."
                yield "n" if is_own else token.string
                before, starts_line = token.string, False
    except (tokenize.TokenError, SyntaxError, ValueError):
        return


def _whole_texts(tokens: Iterable[tokenize.TokenInfo]) -> Iterator[tokenize.TokenInfo]:
    """Yield the `tokens`, with each f-string as one token, as before Python 3.12."""
    depth = 0
    for token in tokens:
        name = tokenize.tok_name[token.type]
        if name.endswith("STRING_START"):
            depth += 1
        elif name.endswith("STRING_END"):
            depth -= 1
            if not depth:
                yield token._replace(type=tokenize.STRING)
        elif not depth:
            yield token


def alike(programs: Mapping[int, Pieces], starter: Pieces, least: int) -> list[Pair]:
    """Return the pairs of `programs` that are at least `least` percent alike, most similar first.

    Pieces of the `starter` do not count.
    """
    own = {
        key: Counter({piece: count for piece, count in pieces.items() if piece not in starter})
        for key, pieces in programs.items()
    }
    long = {key: pieces for key, pieces in own.items() if pieces.total() >= FEWEST}
    pairs = []
    for first, second in combinations(long, 2):
        one, other = long[first], long[second]
        percent = 200 * (one & other).total() // (one.total() + other.total())
        if percent >= least:
            pairs.append(Pair(first, second, percent))
    return sorted(pairs, key=lambda pair: (-pair.percent, pair.first, pair.second))


def groups(pairs: Iterable[Pair]) -> list[set[int]]:
    """Return the programs that `pairs` connect, in groups, in the order of the pairs.

    >>> groups([Pair(1, 2, 100), Pair(3, 4, 90), Pair(2, 5, 85)])
    [{1, 2, 5}, {3, 4}]
    """
    found: list[set[int]] = []
    for one, other, _ in pairs:
        first, *more = [group for group in found if group & {one, other}] or [set()]
        if not first:
            found.append(first)
        first |= {one, other}
        for group in more:
            first |= group
            found.remove(group)
    return found


def similar_files(found: Sequence[Result], starter: str, least: int) -> list[Pair]:
    """Return pairs of files of different students that are `least` percent similar, or more.

    A file is the number in `found` of its first result. Code shared with the text `starter` is
    ignored. Raises UsageError for a file that cannot be read.
    """
    first: dict[Work, int] = {}
    for number, result in enumerate(found):
        first.setdefault(result.work, number)
    programs = {
        number: sum((pieces_of(file_text(file)) for file in (work.file, *work.helpers)), Counter())
        for work, number in first.items()
        if work.file
    }
    pairs = alike(programs, pieces_of(starter), least)
    return [pair for pair in pairs if found[pair.first].work.pupil != found[pair.second].work.pupil]


def file_text(path: str) -> str:
    """Return the text of the file at `path`, undecodable bytes replaced."""
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror or error}", path) from None
