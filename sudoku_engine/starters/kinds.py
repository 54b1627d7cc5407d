"""The starter of each kind of plugin."""

from sudoku_engine.starters.checker import CHECKER
from sudoku_engine.starters.frontend import FRONTEND
from sudoku_engine.starters.generator import GENERATOR
from sudoku_engine.starters.reporter import REPORTER
from sudoku_engine.starters.solver import SOLVER
from sudoku_engine.starters.strategy import STRATEGY

STARTERS = {
    starter.kind: starter for starter in (STRATEGY, SOLVER, GENERATOR, CHECKER, REPORTER, FRONTEND)
}
"""By kind of plugin."""
