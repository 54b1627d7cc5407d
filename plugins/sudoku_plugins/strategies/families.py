"""The decorators of the bundled strategies, one for each family; all are for boards of any size."""

from functools import partial

from sudoku_engine import strategy

single_strategy = partial(strategy, sizes=None, family="singles")
intersection_strategy = partial(strategy, sizes=None, family="intersections")
clue_strategy = partial(strategy, sizes=None, family="clues")
subset_strategy = partial(strategy, sizes=None, family="subsets")
pattern_strategy = partial(strategy, sizes=None, family="patterns")
fish_strategy = partial(strategy, sizes=None, family="fish")
wing_strategy = partial(strategy, sizes=None, family="wings")
uniqueness_strategy = partial(strategy, sizes=None, family="uniqueness", assumes_unique=True)
coloring_strategy = partial(strategy, sizes=None, family="coloring")
chain_strategy = partial(strategy, sizes=None, family="chains")
als_strategy = partial(strategy, sizes=None, family="als")
forcing_strategy = partial(strategy, sizes=None, family="forcing")
