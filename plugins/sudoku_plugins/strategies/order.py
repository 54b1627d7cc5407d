"""The bundled techniques in their default order."""

from __future__ import annotations

from itertools import chain

from sudoku_engine import Strategy
from sudoku_plugins.strategies.als.aligned_pair_exclusion import aligned_pair_exclusion
from sudoku_plugins.strategies.als.death_blossom import death_blossom
from sudoku_plugins.strategies.als.linked_sets import als_chain, als_xy_wing, als_xz
from sudoku_plugins.strategies.als.rank_zero import rank_zero, smallest_reason
from sudoku_plugins.strategies.als.sue_de_coq import sue_de_coq
from sudoku_plugins.strategies.chains.nice_loops import grouped_nice_loop, nice_loop
from sudoku_plugins.strategies.chains.simple_chains import remote_pair, x_chain, xy_chain
from sudoku_plugins.strategies.clues.clue_net import clue_chain, clue_net
from sudoku_plugins.strategies.clues.house_sums import cage_splitting, innies_outies
from sudoku_plugins.strategies.clues.one_clue import (
    arrow_bounds,
    between_bounds,
    cage_combinations,
    clue,
    entropic_colouring,
    renban_ranges,
    sandwich_positions,
    sum_bounds,
    thermometer_bounds,
    whisper_colouring,
)
from sudoku_plugins.strategies.clues.pointing import clue_pointing, dot_chain
from sudoku_plugins.strategies.coloring import medusa_3d, multi_colors, simple_colors
from sudoku_plugins.strategies.fish.basic_fish import BASIC_FISH
from sudoku_plugins.strategies.fish.finned_fish import FINNED_FISH, SASHIMI_FISH
from sudoku_plugins.strategies.fish.franken_fish import FINNED_FRANKEN_FISH, FRANKEN_FISH
from sudoku_plugins.strategies.fish.mutant_fish import FINNED_MUTANT_FISH, MUTANT_FISH
from sudoku_plugins.strategies.forcing.forcing_chain import forcing_chain
from sudoku_plugins.strategies.forcing.forcing_net import forcing_net, nested_forcing_net
from sudoku_plugins.strategies.forcing.kraken_fish import kraken_fish
from sudoku_plugins.strategies.forcing.templates import nishio, template_delete, template_set
from sudoku_plugins.strategies.forcing.tridagon import tridagon
from sudoku_plugins.strategies.hidden_subsets import hidden_pair, hidden_quad, hidden_triple
from sudoku_plugins.strategies.locked_candidates import locked_candidates
from sudoku_plugins.strategies.locked_subsets import locked_pair, locked_triple
from sudoku_plugins.strategies.naked_subsets import naked_pair, naked_quad, naked_triple
from sudoku_plugins.strategies.single_digit_patterns import (
    empty_rectangle,
    skyscraper,
    turbot_fish,
    two_string_kite,
)
from sudoku_plugins.strategies.singles import (
    full_house,
    hidden_single,
    naked_single,
    visible_single,
)
from sudoku_plugins.strategies.uniqueness.avoidable_rectangles import (
    avoidable_rectangle_1,
    avoidable_rectangle_2,
)
from sudoku_plugins.strategies.uniqueness.bug import bug_plus_1, bug_plus_n
from sudoku_plugins.strategies.uniqueness.unique_loop import unique_loop
from sudoku_plugins.strategies.uniqueness.unique_rectangles import (
    hidden_rectangle,
    unique_rectangle_1,
    unique_rectangle_2,
    unique_rectangle_3,
    unique_rectangle_4,
    unique_rectangle_5,
    unique_rectangle_6,
)
from sudoku_plugins.strategies.wings import w_wing, wxyz_wing, xy_wing, xyz_wing

STRATEGIES: tuple[Strategy, ...] = (
    visible_single,
    full_house,
    naked_single,
    hidden_single,
    locked_pair,
    locked_triple,
    locked_candidates,
    thermometer_bounds,
    whisper_colouring,
    entropic_colouring,
    arrow_bounds,
    between_bounds,
    sum_bounds,
    cage_combinations,
    renban_ranges,
    sandwich_positions,
    naked_pair,
    clue,
    naked_triple,
    hidden_pair,
    clue_pointing,
    dot_chain,
    innies_outies,
    cage_splitting,
    hidden_triple,
    naked_quad,
    hidden_quad,
    *BASIC_FISH,
    remote_pair,
    bug_plus_1,
    skyscraper,
    two_string_kite,
    turbot_fish,
    empty_rectangle,
    w_wing,
    xy_wing,
    xyz_wing,
    unique_rectangle_1,
    unique_rectangle_2,
    unique_rectangle_3,
    unique_rectangle_4,
    unique_rectangle_5,
    unique_rectangle_6,
    hidden_rectangle,
    avoidable_rectangle_1,
    avoidable_rectangle_2,
    *chain.from_iterable(zip(FINNED_FISH, SASHIMI_FISH)),  # by size
    sue_de_coq,
    simple_colors,
    multi_colors,
    clue_chain,
    x_chain,
    xy_chain,
    nice_loop,
    grouped_nice_loop,
    als_xz,
    als_xy_wing,
    als_chain,
    death_blossom,
    *FRANKEN_FISH,
    *FINNED_FRANKEN_FISH,
    *MUTANT_FISH,
    *FINNED_MUTANT_FISH,
    kraken_fish,
    forcing_chain,
    clue_net,
    forcing_net,
    template_set,
    template_delete,
    wxyz_wing,
    bug_plus_n,
    unique_loop,
    medusa_3d,
    aligned_pair_exclusion,
    nested_forcing_net,
    nishio,
    tridagon,
    rank_zero,
    smallest_reason,
)
"""From simple to hard, in the order in which people try them (HoDoKu's order)."""
