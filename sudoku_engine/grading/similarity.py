"""How alike the texts of programs are, names, comments, words and blanks aside.

A program becomes a row of tokens in which every name of its own is the same. Compared are all
pieces of a few tokens, wherever they stand, so that parts in another order change little.
"""

from __future__ import annotations

import builtins
import io
import keyword
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

PIECE = 8
"""How many tokens a piece has."""

FEWEST = 50
"""So many pieces of its own a program must have to be compared: what is shorter is alike anyway."""

KEPT = frozenset([*keyword.kwlist, *keyword.softkwlist, *dir(builtins)])
"""Names that mean the same in every program."""

BLANK = (
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
)

Pieces = Counter[tuple[str, ...]]


class Pair(NamedTuple):
    """Two keys of what was compared, and how alike their programs are, in percent."""

    first: int
    second: int
    percent: int


def pieces_of(text: str) -> Pieces:
    """The pieces of the program `text`, each with how often it is there."""
    tokens = list(_tokens(text))
    return Counter(tuple(tokens[at : at + PIECE]) for at in range(len(tokens) - PIECE + 1))


def _tokens(text: str) -> Iterator[str]:
    """The tokens of `text` as far as it can be read, names of its own as ``n``."""
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
    """The `tokens`, where an f-string is one, as it was before Python 3.12."""
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
    """The pairs of `programs`, by key, that are `least` percent alike; most alike first.

    What they have from the `starter` does not count.
    """
    own = {key: _without(pieces, starter) for key, pieces in programs.items()}
    long = {key: pieces for key, pieces in own.items() if pieces.total() >= FEWEST}
    found = (
        Pair(one, other, _percent(long[one], long[other])) for one, other in combinations(long, 2)
    )
    return sorted(
        (pair for pair in found if pair.percent >= least),
        key=lambda pair: (-pair.percent, pair.first, pair.second),
    )


def _without(pieces: Pieces, starter: Pieces) -> Pieces:
    return Counter({piece: count for piece, count in pieces.items() if piece not in starter})


def _percent(one: Pieces, other: Pieces) -> int:
    """Twice what both have, of all that the two have; 100 only where they are the same."""
    return 200 * (one & other).total() // (one.total() + other.total())
