"""The bundled rules, in their order."""

from __future__ import annotations

from typing import Any

from sudoku_plugins.variants import cells, houses, lines, neighbours, outside

RULES: tuple[Any, ...] = (
    *(houses.anti_knight, houses.anti_king, houses.anti_taxicab),
    *(houses.windoku, houses.disjoint_groups),
    *(houses.diagonals, houses.diagonal, houses.extra_region, houses.all_different),
    *(cells.killer_cage, cells.sum_of_cells, cells.weighted_sum, cells.little_killer),
    *(cells.arrow, cells.double_arrow, cells.rellik_cage, cells.equality_cage),
    *(cells.quadruple, cells.contains, cells.look_and_say, cells.even, cells.odd),
    *(cells.minimum, cells.maximum, cells.clone, cells.same_digits),
    *(cells.counting_circles, cells.count_distinct),
    *(cells.column_index, cells.row_index, cells.box_index),
    *(neighbours.white_dot, neighbours.black_dot, neighbours.x, neighbours.v),
    *(neighbours.greater_than, neighbours.non_consecutive),
    *(neighbours.all_dots_given, neighbours.all_white_dots_given),
    *(neighbours.all_black_dots_given, neighbours.all_xv_given),
    *(neighbours.global_entropy, neighbours.global_mod_3, neighbours.dutch_flatmates),
    *(lines.thermometer, lines.slow_thermometer, lines.german_whispers, lines.dutch_whispers),
    *(lines.renban, lines.nabner, lines.palindrome, lines.zipper_line, lines.between_line),
    *(lines.lockout_line, lines.region_sum_line, lines.entropic_line, lines.modular_line),
    *(lines.sum_line, lines.sum_loop, lines.lunchbox, lines.pairs, lines.all_pairs),
    lines.state_machine,
    *(outside.sandwich, outside.x_sum, outside.skyscraper, outside.hidden_skyscraper),
    *(outside.numbered_room,),
)
"""All of them. To a type checker, a class stays a class under its decorator."""
