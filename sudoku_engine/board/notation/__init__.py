"""The usual notation of cells, effects and patterns: write it and read it.

=============  ====================================  =============================
cells          ``r4c4,r8c45``                        `compact`, `cells_in`
effects        ``r5c5=8``, ``r57c4<>1, r7c4<>8``     `effect_text`, `effects_in`
subsets        ``1,8 in r48c4``                      `subset_text`, `subset_in`
chains         ``r1c2 =4= r1c8 -4- r5c8 -7- r5c2``   `chain_text`, `chain_in`
fish           ``4 r25 c37 fr1c3``                   `fish_text`, `fish_in`
locked sets    ``A=r1c23 {149}``                     `als_text`, `als_in`
linked sets    ``A=…, B=…, C=…, X=4,5, Z=1``         `linked_sets_text`, `linked_sets_in`
colours        ``(4 in r1c1) / (4 in r1c9,r5c1)``    `colours_text`, `colours_in`
nets           ``r1c2=4, r5c2=7 (row 5) -> r5c9<>7`` `net_text`, `net_in`
=============  ====================================  =============================

On boards of more than 9 rows, cells and houses are written one by one. Functions that read a
text raise LayoutError if they do not understand it.
"""

from __future__ import annotations

from sudoku_engine.board.notation.candidates import (
    candidate_texts,
    candidates_in,
    cell_with_digit,
    cells_by_digit,
    effect_text,
    effects_in,
)
from sudoku_engine.board.notation.cells import (
    cell_in,
    cell_text,
    cells_in,
    compact,
    digit_in,
)
from sudoku_engine.board.notation.chains import (
    chain_in,
    chain_text,
)
from sudoku_engine.board.notation.patterns import (
    Fish,
    Net,
    als_in,
    als_text,
    colours_in,
    colours_text,
    fish_in,
    fish_text,
    linked_sets_in,
    linked_sets_text,
    net_in,
    net_text,
    subset_in,
    subset_text,
)

__all__ = [
    "Fish",
    "Net",
    "als_in",
    "als_text",
    "candidate_texts",
    "candidates_in",
    "cell_in",
    "cell_text",
    "cell_with_digit",
    "cells_by_digit",
    "cells_in",
    "chain_in",
    "chain_text",
    "colours_in",
    "colours_text",
    "compact",
    "digit_in",
    "effect_text",
    "effects_in",
    "fish_in",
    "fish_text",
    "linked_sets_in",
    "linked_sets_text",
    "net_in",
    "net_text",
    "subset_in",
    "subset_text",
]
