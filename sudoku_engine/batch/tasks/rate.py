"""``batch rate``: level, score and hardest strategy of each puzzle."""

from __future__ import annotations

from sudoku_engine.batch.job import Job
from sudoku_engine.batch.tasks.task import Row, texts_of
from sudoku_engine.board.grid import Grid
from sudoku_engine.engine import Engine
from sudoku_engine.solving.rating import NotRated


class Rate:
    """Rates puzzles with the strategies of the configuration."""

    bulk = None

    def __init__(self, job: Job, engine: Engine) -> None:
        self.rater = engine.rater()
        self.components = self.rater.strategies

    def row(self, grid: Grid) -> Row:
        """Return the rating of `grid`, or why it has none."""
        try:
            rating = self.rater.rate(grid)
        except NotRated as why:
            return Row((None, None, None), str(why))
        hardest = rating.hardest.id if rating.hardest else None
        return Row((rating.level, rating.score, hardest), rating.why, texts_of(rating.faults))
