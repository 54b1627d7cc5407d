"""Brute force: make every possible move, then every move after it, and look for the other board.

One *move* swaps two rows of a band, two columns of a stack, two bands or two stacks. On 9x9
there are 24 moves. From the first board grows a tree of boards,
level by level: level 1 has the boards after one move, level 2 those after two. If a level has the
other board, the moves on the path to it are an answer, and one with the fewest moves.

* *Digits* need no moves. A board is kept with its digits renamed to 1, 2, 3 in the order of
  their first place, so two boards that differ only in names of digits are one. At the end the two
  boards are compared, and show how to rename the digits.
* *Turns* are not counted either: each of the four turns of the first board is the root of a tree.
* *No board is kept twice.* Swapping rows 1 and 2, then columns 1 and 2, leads to the same board as
  the other way round. Of the 24 · 24 boards of level 2, fewer than half are new.
* *From both ends.* A tree of 7 levels is huge. But a board 7 moves away is also found where a
  tree of 4 levels from the first board meets a tree of 3 levels from the other, and these two
  together are small. All moves can be undone, so the path can be used in both directions.

A yes is certain. A no is rare: only if the boards differ in the number of clues or in the counts of
digits, or if a tree has no new boards and does not meet the other, which happens on very
regular boards. Otherwise the checker only knows that the other board is not within that many moves.

The method comes from a German students' report on copied sudokus and its program in Rust, with a
depth of 5. It grew one tree, also by swaps of two digits (even of the blank and a digit, which is
not a renaming), and used no move twice on one path; it did not find any of the official pairs, the
nearest of which needs 7 moves. To search from both ends is an old idea: I. Pohl, "Bi-directional
search", Machine Intelligence 6, 1971.

*Cost.* On 9x9 the levels from 1 to 6 have 24, 268, 1848, 8806, 30744 and 81340 boards (fewer if
a board is symmetric). So a search of 7 moves keeps 11,000 boards in the tree of the second board
and 2,100 in each of the four of the first; of 9 moves, four times as many. Some pairs are 16
moves apart, but trees of 8 levels have too many boards to keep.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from operator import itemgetter
from types import SimpleNamespace
from typing import TYPE_CHECKING, NamedTuple, Protocol

from sudoku_engine import Grid, Layout, Verdict
from sudoku_engine.board.words import counted
from sudoku_plugins.checkers.rows import at_once, chutes_of, rows_of, transformation, turned
from sudoku_plugins.checkers.symmetry.copies import why_not
from sudoku_plugins.checkers.symmetry.placement import renamed

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Board = bytes
"""A board row by row, its digits renamed in the order of their first place."""


class BruteForce:
    """Grows trees of single moves; a yes has the fewest moves, a no is rarely proved."""

    id = "brute_force"
    name = "Brute force"

    def find(
        self,
        source: Grid,
        target: Grid,
        *,
        depth: int = 5,
        jobs: int = 1,
        most_boards: int = 1_000_000,
    ) -> Verdict:
        """Return whether `source` can be turned into `target` by `depth` moves or fewer.

        `jobs`: the number of processes for the turns; the answer is the same. `most_boards`: the
        most boards to keep in all, a fifth of them in each tree (a million need about
        200 megabytes on 9x9; with several jobs each has its own tree of the target).
        """
        verdict = at_once(source, target, self.id)
        if verdict:
            return verdict
        # Those that keep the boxes, each the root of a tree.
        is_square = source.layout.chute_height == source.layout.chute_width
        turns = [0, 1, 2, 3] if is_square else [0, 2]
        task = _Task(source, target, max(depth, 0), most_boards // (len(turns) + 1))
        groups = [turns[first::jobs] for first in range(min(jobs, len(turns)))] or [turns]
        found = [outcome for outcomes in _search(task, groups) for outcome in outcomes]
        reached = [outcome for outcome in found if outcome.rows]
        if reached:
            best = min(reached)
            moved = transformation(source, target, best.turns, best.rows, best.columns)
            after = f" after {counted(best.turns, 'quarter turn')}" if best.turns else ""
            return Verdict(True, moved, f"{counted(best.depth, 'move')}{after}")
        if all(outcome.is_exhausted for outcome in found):
            return Verdict(False, why=why_not(source, target))
        seen = min(outcome.depth for outcome in found if not outcome.is_exhausted)
        why = f"not within {counted(seen, 'move')}"
        if seen < task.depth:
            why += f"; gave up then, as more than {most_boards:,} boards came"
            why += " (the option most_boards allows more)"
        else:
            why += f" (--depth {seen + 2} looks further)"
        return Verdict(None, why=why)


BRUTE_FORCE = BruteForce()


class _Task(NamedTuple):
    source: Grid
    target: Grid
    depth: int
    most: int
    """The greatest number of boards in each tree."""


class _Outcome(NamedTuple):
    """The result of the tree of one turn; the least result is the best."""

    depth: int
    """The number of moves to the target, or the most moves tried without success."""
    turns: int
    """The quarter turns of the tree's root."""
    rows: tuple[int, ...] = ()
    """If the target was reached: by new row, the row of the turned source."""
    columns: tuple[int, ...] = ()
    """The columns likewise."""
    is_exhausted: bool = False
    """Whether all boards were tried without success."""


class _Move(NamedTuple):
    """A swap of two lines or chutes."""

    rows: tuple[int, ...]
    """By new row, the old one."""
    columns: tuple[int, ...]
    """By new column, the old one."""
    cells: itemgetter[tuple[int, ...]]
    """The swap of the cells of a board."""

    def made(self, board: Board) -> Board:
        """Return the `board` after this move; a second time undoes it."""
        return renamed(bytes(self.cells(board)))


@lru_cache
def _moves(layout: Layout) -> list[_Move]:
    n = layout.n
    still = tuple(range(n))
    ways = [(rows, still) for rows in _swaps(n, layout.chute_height)]
    ways += [(still, columns) for columns in _swaps(n, layout.chute_width)]
    return [
        _Move(rows, columns, itemgetter(*[row * n + column for row in rows for column in columns]))
        for rows, columns in ways
    ]


def _swaps(n: int, size: int) -> Iterator[tuple[int, ...]]:
    """Yield the lines 0 to n - 1 after two of a chute of `size` were swapped, or two chutes."""
    chutes = chutes_of(n, size)
    swapped = [pair for chute in chutes for pair in combinations(chute, 2)]
    for one, other in swapped:
        lines = list(range(n))
        lines[one], lines[other] = other, one
        yield tuple(lines)
    for first, second in combinations(range(len(chutes)), 2):
        order = list(chutes)
        order[first], order[second] = order[second], order[first]
        yield tuple([line for chute in order for line in chute])


class _Tree:
    """Boards that moves reach from a root, level by level."""

    def __init__(self, root: Board, moves: Sequence[_Move], most: int) -> None:
        self._moves = moves
        self._most = most
        self.boards: dict[Board, int] = {root: -1}
        """By board, the first move that led to it."""
        self.edge = [root]
        """The boards of the last level."""
        self.levels = 0
        self.is_full = False

    def grow_to(self, levels: int) -> None:
        """Grow up to `levels` levels, or until the limit on boards."""
        boards = self.boards
        while self.levels < levels and not self.is_full:
            edge: list[Board] = []
            for board in self.edge:
                for number, move in enumerate(self._moves):
                    new = move.made(board)
                    if new not in boards:
                        if len(boards) >= self._most:
                            self.is_full = True
                            return
                        boards[new] = number
                        edge.append(new)
            self.edge = edge
            self.levels += 1

    def meeting(self, other: _Tree) -> Board | None:
        """Return the first board of the last level that is in the `other` tree."""
        return next((board for board in self.edge if board in other.boards), None)

    def path(self, board: Board) -> list[_Move]:
        """Return the moves from `board` back to the root."""
        moves = []
        while (number := self.boards[board]) >= 0:
            moves.append(self._moves[number])
            board = moves[-1].made(board)
        return moves


class _Reached(Protocol):
    """The fewest moves to the target so far, in any process; at first the most to try."""

    value: int


def _outcomes(task: _Task, turns: Sequence[int], reached: _Reached) -> list[_Outcome]:
    """Return the outcomes of the trees of these `turns`, all grown by levels towards one tree.

    A tree stops when it would need more moves than `reached`.
    """
    layout = task.source.layout
    moves = _moves(layout)
    rows = rows_of(task.source)
    target = _Tree(renamed(bytes(task.target.digits)), moves, task.most)
    trees = {
        turn: _Tree(renamed(bytes(sum(turned(rows, turn), ()))), moves, task.most) for turn in turns
    }
    outcomes = []
    depth = 0
    while trees and depth <= reached.value:
        grows_target = depth % 2 == 1
        if grows_target:
            target.grow_to(depth // 2 + 1)
        for turn, tree in list(trees.items()):
            tree.grow_to(depth // 2)
            last, other = (target, tree) if grows_target else (tree, target)
            board = None if last.is_full else last.meeting(other)
            if board is not None:
                reached.value = min(reached.value, depth)
                back, onward = tree.path(board), target.path(board)
                outcomes.append(_Outcome(depth, turn, *_combine(layout, [*back[::-1], *onward])))
            elif last.is_full:
                outcomes.append(_Outcome(depth - 1, turn))
            elif not last.edge:
                outcomes.append(_Outcome(depth, turn, is_exhausted=True))
            else:
                continue
            del trees[turn]
        depth += 1
    return outcomes + [_Outcome(depth - 1, turn) for turn in trees]


def _combine(layout: Layout, moves: Sequence[_Move]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    rows = columns = tuple(range(layout.n))
    for move in moves:
        rows = tuple([rows[row] for row in move.rows])
        columns = tuple([columns[column] for column in move.columns])
    return rows, columns


def _search(task: _Task, groups: Sequence[Sequence[int]]) -> list[list[_Outcome]]:
    if len(groups) == 1:
        return [_outcomes(task, groups[0], SimpleNamespace(value=task.depth))]
    import multiprocessing  # it takes a while to load

    context = multiprocessing.get_context("spawn")  # a fork would copy locks that threads hold
    reached = context.Value("i", task.depth)
    processes, answers = [], []
    try:
        for group in groups:
            answer, end = context.Pipe(duplex=False)
            process = context.Process(target=_answer, args=(end, task, group, reached), daemon=True)
            process.start()
            end.close()
            processes.append(process)
            answers.append(answer)
        return [_receive(answer, task, group) for answer, group in zip(answers, groups)]
    finally:
        for process in processes:
            process.terminate()
            process.join()


def _answer(end: Connection, task: _Task, turns: Sequence[int], reached: _Reached) -> None:
    end.send(_outcomes(task, turns, reached))


def _receive(answer: Connection, task: _Task, turns: Sequence[int]) -> list[_Outcome]:
    """Return the answer of a process, or ours if it died, as in a script without a main guard."""
    try:
        outcomes: list[_Outcome] = answer.recv()
    except EOFError:
        return _outcomes(task, turns, SimpleNamespace(value=task.depth))
    return outcomes
