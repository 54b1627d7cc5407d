"""The rules of variants that come with the engine."""

from __future__ import annotations

from typing import Any

from sudoku_plugins.rules import cells, houses, lines, neighbours, outside

RULES: tuple[Any, ...] = (
    *(houses.anti_knight, houses.anti_king, houses.windoku, houses.disjoint_groups),
    *(houses.diagonals, houses.diagonal, houses.extra_region, houses.all_different),
    *(cells.killer_cage, cells.sum_of_cells, cells.little_killer, cells.arrow, cells.double_arrow),
    *(cells.quadruple, cells.even, cells.odd, cells.minimum, cells.maximum, cells.clone),
    *(neighbours.white_dot, neighbours.black_dot, neighbours.x, neighbours.v),
    *(neighbours.greater_than, neighbours.non_consecutive),
    *(neighbours.all_dots_given, neighbours.all_white_dots_given),
    *(neighbours.all_black_dots_given, neighbours.all_xv_given),
    *(lines.thermometer, lines.slow_thermometer, lines.german_whispers, lines.dutch_whispers),
    *(lines.renban, lines.palindrome, lines.zipper_line, lines.between_line),
    *(lines.region_sum_line, lines.entropic_line),
    *(outside.sandwich, outside.x_sum, outside.skyscraper),
)
"""All of them. To a type checker, a class stays a class under its decorator."""
