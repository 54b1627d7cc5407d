"""Runs as text: their steps, then the board and the outcome; or a line for each puzzle."""

from collections.abc import Iterable, Iterator
from functools import singledispatchmethod

from sudoku_engine import Ended, Event, Found, Grid, Moved, Started, Stepped, TakenBack, Tried
from sudoku_engine.api.event_text import INDENT, author_text, reason_lines, step_counts, step_line
from sudoku_engine.api.run import Run, Tally
from sudoku_engine.board.candidate_board import candidate_board
from sudoku_engine.board.say import Words, say, tell
from sudoku_engine.board.text_board import (
    ASCII,
    board,
    clue_list,
    columns_missed,
    one_line,
    room,
    rules,
    styled,
)
from sudoku_engine.board.words import symbol
from sudoku_engine.formats import written


class TextReporter:
    """One line for each step, in the usual notation; at the end the board and a summary."""

    id = "text"
    name = "Text"

    def __init__(self) -> None:
        self._moves = 0
        self._found = 0
        self._lines_of = self._lines  # found once: each look makes a new function

    def event(self, run: Run, event: Event, *, verbose: bool = False) -> None:
        """Write `event` to ``run.out``; `verbose` adds reasons and boards with candidates."""
        for line in self._lines_of(event, run, verbose):
            print(line, file=run.out)
        run.out.flush()

    @singledispatchmethod
    def _lines(self, event: object, run: Run, verbose: bool) -> Iterable[str]:
        """Yield the lines about an event; of kinds without a method below there are none."""
        return ()

    @_lines.register
    def _(self, event: Started, run: Run, verbose: bool) -> Iterator[str]:
        self._moves = self._found = 0
        if run.index > 1:
            yield ""
        if place := run.name or run.source:
            title = tell("Puzzle {n:#}, {title}", n=run.index, title=place)
            yield styled(title, run.out, bold=True)
        if verbose:
            yield from clue_list(run.grid.layout, room(run.out))
            yield drawn(event.grid, run, candidates=True)
            with_candidates = candidate_board(event.grid, rules(run.out), most=room(run.out))
            if columns := columns_missed(with_candidates, run.out):
                note = tell(
                    "Note: boards with candidates need a terminal of {n:#} columns.", n=columns
                )
                yield one_line(note, run.out, INDENT)

    @_lines.register
    def _(self, event: Stepped, run: Run, verbose: bool) -> Iterator[str]:
        if event.strategy.means == "search" and not verbose:
            return  # the outcome says how many cells it filled
        yield step_line(event, run.out)
        if verbose:
            yield from reason_lines(event.step, run.out)
            yield drawn(event.grid, run, candidates=True)

    @_lines.register
    def _(self, event: Tried, run: Run, verbose: bool) -> Iterator[str]:
        if verbose and run.tally:
            cell = run.grid.layout.cells[event.cell].name
            fills = run.tally.fills[event.cell]
            filled = tell(
                "{cell} filled 1 time" if fills == 1 else "{cell} filled {n:#} times",
                cell=cell,
                n=fills,
            )
            digit = symbol(event.digit, run.grid.layout.signs)
            yield f"{run.tally.moves:3d}. {cell}={digit}   {filled}"

    @_lines.register
    def _(self, event: TakenBack, run: Run, verbose: bool) -> Iterator[str]:
        if verbose:
            back = tell("{cell} taken back", cell=run.grid.layout.cells[event.cell])
            yield f"     {back}"

    @_lines.register
    def _(self, event: Found, run: Run, verbose: bool) -> Iterator[str]:
        self._found += 1
        yield tell("Solution {n:#}", n=self._found)
        yield drawn(event.grid, run)

    @_lines.register
    def _(self, event: Moved, run: Run, verbose: bool) -> Iterator[str]:
        self._moves += 1
        yield f"{self._moves:3d}. {event.text}"
        if verbose:
            yield drawn(event.grid, run)

    @_lines.register
    def _(self, event: Ended, run: Run, verbose: bool) -> Iterator[str]:
        if not self._found:
            if not verbose:
                yield from clue_list(run.grid.layout, room(run.out))
            yield drawn(event.grid, run)
        colour = {"solved": "green", "contradiction": "red"}.get(event.outcome, "yellow")
        text = one_line(outcome(event), run.out, INDENT)
        yield styled(text, run.out, fg=colour, bold=True)
        for fault in run.faults:
            is_strategy = fault.strategy.means == "strategies"
            what = tell("Sat out after a fault" if is_strategy else "At fault")
            more = tell("; `plugins check` on its file shows why") if fault.strategy.plugin else ""
            yield one_line(f"{what}: {author_text(fault.strategy)}{more}", run.out, INDENT)
        for note in event.notes:
            yield one_line(tell("Note: {note}", note=note), run.out, INDENT)
        if event.by == "strategies" or event.steps:
            counts = step_counts(event, run.authors)
            steps = tell("Steps: {n:#}", n=event.steps) + (f" ({counts})" if counts else "")
            yield one_line(steps, run.out, INDENT)
        if run.tally:
            yield from self._searched(run.tally, run, verbose)
        yield tell("Time: {time} ms", time=f"{event.seconds * 1000:.1f}")

    def _searched(self, tally: Tally, run: Run, verbose: bool) -> Iterator[str]:
        moves, backs = tally.moves, tally.backtracks
        counts = (
            tell("{n} move" if moves == 1 else "{n} moves", n=str(moves)),
            tell("{n} backtrack" if backs == 1 else "{n} backtracks", n=str(backs)),
        )
        yield tell("Search: {counts:, }", counts=counts)
        if verbose:
            yield tell("How often each cell was filled:")
            fills = [str(fills or ".") for fills in tally.fills]
            yield board(run.grid.layout, fills, rules(run.out))


class LineReporter:
    """Write the board that each run ends with, or every solution that a search finds."""

    id = "line"
    name = "One line a puzzle"

    def event(
        self, run: Run, event: Event, *, format: str = "line", solutions: bool = False
    ) -> None:
        """Write the last board in `format`; with `solutions`, each solution in its place."""
        if (isinstance(event, Found) and solutions) or (isinstance(event, Ended) and not solutions):
            # Fine lines cannot be written everywhere; `grid` is the same with plain ones.
            is_too_fine = format == "pretty" and rules(run.out) is ASCII
            run.out.write(written(event.grid, "grid" if is_too_fine else format))
            run.out.flush()


def outcome(event: Ended) -> str:
    """Return the outcome of the run, in a line."""
    if event.outcome == "solved":
        return tell("Solved: {why}", why=event.why) if event.why else tell("Solved")
    if event.outcome == "stuck":
        why: Words = event.why
        if not why:
            n_open = event.grid.n_open
            why = say(
                "{who}, {n:#} cell open" if n_open == 1 else "{who}, {n:#} cells open",
                who="no strategy finds a step"
                if event.by == "strategies"
                else "the search broke off",
                n=n_open,
            )
        return tell("Stuck: {why}", why=why)
    return f"{tell(event.outcome.capitalize())}: {tell(event.why)}"


def drawn(grid: Grid, run: Run, candidates: bool = False) -> str:
    """Return the board as text, its open cells blank or, if there is room, with `candidates`."""
    if candidates:
        drawing = candidate_board(grid, rules(run.out), most=room(run.out))
        if not columns_missed(drawing, run.out):
            return drawing
    return board(grid.layout, list(grid.line), rules(run.out))
