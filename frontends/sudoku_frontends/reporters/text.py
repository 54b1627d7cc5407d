"""Runs as text: their steps, then the board and the outcome; or a line for each puzzle."""

from __future__ import annotations

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
        self._write_event = self._write  # found once: each look makes a new function

    def event(self, run: Run, event: Event, *, verbose: bool = False) -> None:
        """Write `event` to ``run.out``; `verbose` adds reasons and boards with candidates."""
        self._write_event(event, run, verbose)
        run.out.flush()

    @singledispatchmethod
    def _write(self, event: object, run: Run, verbose: bool) -> None:
        """Write an event; most kinds have their own method below, the others are not written."""

    @_write.register
    def _(self, event: Started, run: Run, verbose: bool) -> None:
        self._moves = self._found = 0
        if run.index > 1:
            print(file=run.out)
        if place := run.name or run.source:
            title = tell("Puzzle {n:#}, {title}", n=run.index, title=place)
            print(styled(title, run.out, bold=True), file=run.out)
        if verbose:
            self._write_clues(run)
            print(drawn(event.grid, run, candidates=True), file=run.out)
            with_candidates = candidate_board(event.grid, rules(run.out), most=room(run.out))
            if columns := columns_missed(with_candidates, run.out):
                note = tell(
                    "Note: boards with candidates need a terminal of {n:#} columns.", n=columns
                )
                print(one_line(note, run.out, INDENT), file=run.out)

    @_write.register
    def _(self, event: Stepped, run: Run, verbose: bool) -> None:
        if event.strategy.means == "search" and not verbose:
            return  # the outcome says how many cells it filled
        print(step_line(event, run.out), file=run.out)
        if verbose:
            for text in reason_lines(event.step, run.out):
                print(text, file=run.out)
            print(drawn(event.grid, run, candidates=True), file=run.out)

    @_write.register
    def _(self, event: Tried, run: Run, verbose: bool) -> None:
        if verbose and run.tally:
            cell = run.grid.layout.cells[event.cell].name
            fills = run.tally.fills[event.cell]
            filled = tell(
                "{cell} filled 1 time" if fills == 1 else "{cell} filled {n:#} times",
                cell=cell,
                n=fills,
            )
            digit = symbol(event.digit, run.grid.layout.signs)
            print(f"{run.tally.moves:3d}. {cell}={digit}   {filled}", file=run.out)

    @_write.register
    def _(self, event: TakenBack, run: Run, verbose: bool) -> None:
        if verbose:
            back = tell("{cell} taken back", cell=run.grid.layout.cells[event.cell])
            print(f"     {back}", file=run.out)

    @_write.register
    def _(self, event: Found, run: Run, verbose: bool) -> None:
        self._found += 1
        print(tell("Solution {n:#}", n=self._found), file=run.out)
        print(drawn(event.grid, run), file=run.out)

    @_write.register
    def _(self, event: Moved, run: Run, verbose: bool) -> None:
        self._moves += 1
        print(f"{self._moves:3d}. {event.text}", file=run.out)
        if verbose:
            print(drawn(event.grid, run), file=run.out)

    @_write.register
    def _(self, event: Ended, run: Run, verbose: bool) -> None:
        if not self._found:
            if not verbose:
                self._write_clues(run)
            print(drawn(event.grid, run), file=run.out)
        colour = {"solved": "green", "contradiction": "red"}.get(event.outcome, "yellow")
        text = one_line(outcome(event), run.out, INDENT)
        print(styled(text, run.out, fg=colour, bold=True), file=run.out)
        for fault in run.faults:
            is_strategy = fault.strategy.means == "strategies"
            what = tell("Sat out after a fault" if is_strategy else "At fault")
            more = tell("; `plugins check` on its file shows why") if fault.strategy.plugin else ""
            print(
                one_line(f"{what}: {author_text(fault.strategy)}{more}", run.out, INDENT),
                file=run.out,
            )
        for note in event.notes:
            print(one_line(tell("Note: {note}", note=note), run.out, INDENT), file=run.out)
        if event.by == "strategies" or event.steps:
            counts = step_counts(event, run.authors)
            steps = tell("Steps: {n:#}", n=event.steps) + (f" ({counts})" if counts else "")
            print(one_line(steps, run.out, INDENT), file=run.out)
        if run.tally:
            self._write_tally(run.tally, run, verbose)
        print(tell("Time: {time} ms", time=f"{event.seconds * 1000:.1f}"), file=run.out)

    def _write_clues(self, run: Run) -> None:
        for line in clue_list(run.grid.layout, room(run.out)):
            print(line, file=run.out)

    def _write_tally(self, tally: Tally, run: Run, verbose: bool) -> None:
        """Return the counts of a search, with `verbose` those of each cell too."""
        moves, backs = tally.moves, tally.backtracks
        counts = (
            tell("{n} move" if moves == 1 else "{n} moves", n=str(moves)),
            tell("{n} backtrack" if backs == 1 else "{n} backtracks", n=str(backs)),
        )
        print(tell("Search: {counts:, }", counts=counts), file=run.out)
        if verbose:
            print(tell("How often each cell was filled:"), file=run.out)
            fills = [str(fills or ".") for fills in tally.fills]
            print(board(run.grid.layout, fills, rules(run.out)), file=run.out)


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
