"""SAT: a sudoku as a formula of logic.

How can we say "fill the board" to a program that knows only *true* and *false*? With one
variable for each cell and digit, "7 is in r1c1", and sentences made of ``or`` and ``not``::

    each cell holds a digit      (1 in r1c1) or (2 in r1c1) or …
    … and not two                not (1 in r1c1) or not (2 in r1c1)
    each house holds each digit  (1 in r1c1) or (1 in r1c2) or …
    … and not twice              not (1 in r1c1) or not (1 in r1c2)

Such sentences are called *clauses*. The first and the last line are enough; with all four, a hidden
single follows as fast as a naked one. A 9x9 board needs 10,530 clauses, a 25x25 board 690,000: to
exclude two digits, or two cells, takes a clause for each pair, and as each of the n³
variables rules out about 4n others, they grow as n⁴.

A *SAT solver* finds values that make every clause true, or proves that this is impossible. It
guesses a variable and follows what this forces (a clause with one literal left). When it gets
stuck, it does more than a plain search: it finds out *which* guesses are to blame and *learns* a
new clause that forbids just these together, for the rest of the search. Such solvers handle
formulas with millions of variables, in chips and in software. So a sudoku is easy for them.

Loading the rules is most of the work; so each layout has one solver, which loads them once.
The givens and eliminated candidates of a puzzle are *assumptions*: literals for one
call only. Learnt clauses follow from the rules alone, so the next puzzle profits too.

For a further solution a clause says "differ from the known one somewhere". It must not stay for
the next puzzle, so it has a switch: a new variable s, and "not s, or differ". It is active while
s is assumed, in that one call, and then "not s" switches it off for ever. `dividing` finds all
solutions with this. After some thousands of switches a solver is replaced by a new one,
since their variables stay.

Described by I. Lynce and J. Ouaknine, "Sudoku as a SAT problem" (2006), the learning by J. Marques
Silva and K. Sakallah (1996), the assumptions by N. Eén and N. Sörensson (2003). Of the
solvers in python-sat CaDiCaL 1.5.3 by A. Biere is the fastest here: 1.3 times Glucose's and
MiniSat's speed on 17-clue puzzles, 1.2 times on hard ones, and twice on 25x25.

It is slow at counting, like all logic of this kind. On a 25x25 board it needs half a minute to
find that ten digits do not fit into nine cells of a row, since it can only try the ways; a sum
(`linear_l1`) shows it in five seconds, and a further digit makes hardly a difference there.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from threading import Lock
from weakref import finalize

from sudoku_engine import Grid, Layout
from sudoku_engine.board.masks import bits
from sudoku_engine.errors import needed
from sudoku_plugins.solvers.dividing import each_solution

_MOST_LAYOUTS = 4
"""How many layouts' solvers are kept; one for 25x25 needs about 100 MB."""

_MOST_SWITCHES = 5000
"""The most switches of a solver."""

_CONFLICTS = 1000
"""The solver pauses after this many dead ends for Ctrl-C: about 0.05 s."""


class Sat:
    """A SAT solver for each layout, kept from puzzle to puzzle."""

    id = "sat"
    name = "SAT solver"

    def __init__(self) -> None:
        self._oracles: OrderedDict[Layout, _Oracle] = OrderedDict()
        self._lock = Lock()

    def solutions(self, grid: Grid) -> Iterator[Grid]:
        """Return an iterator over the solutions of `grid`."""
        return each_solution(grid, self._find)

    def _find(self, grid: Grid, known: Grid | None) -> Grid | None:
        with self._lock:  # a call from another thread would change this answer
            return self._oracle(grid.layout).find(grid, known)

    def _oracle(self, layout: Layout) -> _Oracle:
        oracle = self._oracles.get(layout)
        if oracle is None or oracle.n_switches >= _MOST_SWITCHES:
            oracle = self._oracles[layout] = _Oracle(layout)
        self._oracles.move_to_end(layout)
        if len(self._oracles) > _MOST_LAYOUTS:
            self._oracles.popitem(last=False)
        return oracle


class _Oracle:
    """An incremental SAT solver that knows the rules of one layout.

    The variable of a cell and a digit is ``n * cell + digit``; the switches come after these.
    """

    def __init__(self, layout: Layout) -> None:
        with needed("python-sat", extra="sat", solver=Sat.id):
            from pysat.solvers import Cadical153
        self._n_variables = layout.n**3
        self._solver = Cadical153(bootstrap_with=clauses(layout))
        # Otherwise it complains at the end of the program, when its library is gone.
        finalize(self, self._solver.delete)
        self.n_switches = 0

    def find(self, grid: Grid, known: Grid | None) -> Grid | None:
        """Return a solution of `grid` other than the `known` one."""
        assumed = _assumptions(grid)
        if known is None:
            return self._answer(grid, assumed)
        self.n_switches += 1
        switch = self._n_variables + self.n_switches
        n = grid.layout.n
        differ = [
            -(n * cell + digit) for cell, digit in enumerate(known.digits) if not grid.digits[cell]
        ]
        self._solver.add_clause([-switch, *differ])
        try:
            return self._answer(grid, [*assumed, switch])
        finally:
            self._solver.add_clause([-switch])

    def _answer(self, grid: Grid, assumed: list[int]) -> Grid | None:
        solver = self._solver
        answer = None
        while answer is None:
            solver.conf_budget(_CONFLICTS)
            # Here "interrupt" means that Python's other threads run meanwhile.
            answer = solver.solve_limited(assumed, expect_interrupt=True)
        if not answer:
            return None
        n = grid.layout.n
        model = solver.get_model()[: self._n_variables]
        digits = [(variable - 1) % n + 1 for variable in model if variable > 0]
        return Grid(grid.layout, digits, given=grid.given, marks=grid.marks)


def _assumptions(grid: Grid) -> list[int]:
    """Return the literals in which `grid` differs from an empty board.

    The rules imply the digits' own eliminations; only further ones are added.
    """
    n = grid.layout.n
    literals = []
    ruled_out = [0] * (n + 1)
    for cell, digit in enumerate(grid.digits):
        if digit:
            literals.append(n * cell + digit)
            ruled_out[digit] |= grid.layout.peer_masks[cell]
    for digit in grid.layout.digits:
        ruled = grid.boards[0] & ~(grid.boards[digit] | ruled_out[digit])
        literals += [-(n * cell + digit) for cell in bits(ruled)]
    return literals


def clauses(layout: Layout) -> Iterator[list[int]]:
    """Yield the rules of `layout`, as clauses: lists of variables, negative for ``not``."""
    n = layout.n
    for cell in layout.cells:
        yield [n * cell + digit for digit in layout.digits]
        for digit in layout.digits:
            variable = n * cell + digit
            for other in range(digit + 1, n + 1):
                yield [-variable, -(n * cell + other)]
            for peer in layout.peers(cell):
                if peer > cell:
                    yield [-variable, -(n * peer + digit)]
    for house in layout.houses:
        for digit in layout.digits:
            yield [n * cell + digit for cell in house.cells]


SAT = Sat()
