"""Run a strategy on a board and record its lines, where it is loaded.

The board is worked on twice. The first run (`survey`) notes which lines run, and how much of the
step that is looked for the variables hold: so it is known where it came nearest (`focus`). The
second run, the film, notes the values around that place, and works out the conditions there. What
is found is plain data: a claim of the guest, which `reading` puts into words.
"""

import ast
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from time import process_time
from types import FrameType
from typing import Any

from sudoku_engine import Candidate, Cell, Grid, House, Step
from sudoku_engine.plugins.component import Failure
from sudoku_plugins.kit.own_work import CodeOwners
from sudoku_plugins.kit.plugin_calls import LocalCalls, Unusable, collect, raised_words
from sudoku_plugins.trace.focus import Focus, elsewhere, for_step, same_step, wanted_of
from sudoku_plugins.trace.lookup import HOLDERS, Lookup, Told, Wanted
from sudoku_plugins.trace.shown import shown, shown_value
from sudoku_plugins.trace.statements import (
    ENDINGS,
    Plan,
    condition_of,
    effects_in,
    header_parts,
    names_in,
)
from sudoku_plugins.trace.survey import MOST_LINES, Enough, Survey, Tracer, goes_on

FIRST_MOMENTS = 60  # moments from the start of the call
MOST_BOARDS = 20
SECONDS = 1.0  # of the processor, after which no more boards are asked which lines run
MOST_STEPS = 40  # steps that are named


class Film(Tracer):
    """The second run: the values around the lines that matter, and their conditions."""

    def __init__(
        self, owners: CodeOwners, survey: Survey, wanted: Wanted | None, focus: Focus
    ) -> None:
        super().__init__(owners)
        self._survey, self._wanted, self._focus = survey, wanted, focus
        self._kept = {*range(min(FIRST_MOMENTS, focus.kept.stop)), *focus.kept}
        self._last = max(self._kept | focus.looks, default=0)
        self.moments: dict[int, dict[str, Any]] = {}
        self.looks: list[Told] = []
        self.is_same = True

    def follow(self, frame: FrameType, number: int, plan: Plan) -> Callable[..., Any]:
        """Return the function that the interpreter calls at the lines of a `frame`."""
        events, begins, moments = self.events, plan.begins, self.moments
        at, names = -1, plan.arguments

        def on_line(frame: FrameType, event: str, given: Any) -> Any:
            nonlocal at, names
            if event == "line":
                line = frame.f_lineno
                if line in begins:
                    line = begins[line]
                    if at >= 0 and line == events[at][1]:
                        return on_line
                if at in moments:
                    self._settle(frame, at, names)
                is_first, at = at < 0, len(events)
                events.append((number, line))
                if at in self._kept or at in self._focus.looks:
                    names = plan.touched.get(line, ())
                    self._begin(frame, at, number, plan, line)
                    if is_first:
                        self._settle(frame, at, plan.arguments)
                elif at > self._last:
                    raise Enough
            elif event == "return":
                self._settle(frame, at, names)
                names = ()
                if at in self.moments and isinstance(given, Step):
                    self.moments[at]["note"] = f"hands out {shown(given)}"
                if not goes_on(frame, given):
                    self._numbers.pop(id(frame), None)
            elif event == "exception" and at in self.moments and given[0] is not StopIteration:
                self.moments[at]["note"] = f"raises {shown(given[1])}: {_words(given[1])}"
            return on_line

        return on_line

    def _begin(self, frame: FrameType, at: int, call: int, plan: Plan, line: int) -> None:
        if at < len(self._survey.events) and self._survey.events[at] != (call, line):
            self.is_same = False
            raise Enough
        moment: dict[str, Any] = {"call": call, "line": line, "values": [], "looks": []}
        self.moments[at] = moment
        node = plan.statements.get(line)
        test = condition_of(node)
        is_look = at in self._focus.looks
        if test is not None:
            lookup = Lookup({**frame.f_globals, **frame.f_locals}, is_bold=False)
            if (told := lookup.told(test)) is not None:
                moment["truth"], moment["told"] = lookup.truth(test), told
        if is_look and node is not None:
            self.looks.append({"event": at, "line": line, **self._looked(frame, plan, node)})

    def _looked(self, frame: FrameType, plan: Plan, node: ast.stmt) -> Told:
        lookup = Lookup({**frame.f_globals, **frame.f_locals}, is_bold=True)
        found: Told = {"kind": type(node).__name__, "losses": []}
        found["is_early"] = any(node.lineno in lines for lines in plan.loops.values())
        test = condition_of(node)
        if isinstance(node, ast.Return) and isinstance(node.value, _DECIDING):
            test = node.value
        if test is not None and (told := lookup.told(test)) is not None:
            whole = ast.unparse(test)
            found |= {"told": told, "truth": lookup.truth(test), "whole": whole}
            names = names_in(test)
            held = [frame.f_locals.get(name) for name in names]
            of_loops = {each for line in plan.loops for each in plan.touched.get(line, ())}
            digits = [frame.f_locals.get(each) for each in (names & of_loops) - plan.indexes]
            is_guard = isinstance(node, ast.If) and isinstance(node.body[-1], ENDINGS)
            found["lets_go"] = found["truth"] is is_guard
            found["is_other"] = self._wanted is not None and (
                any(type(each) is Cell and each not in self._wanted.of_cells for each in held)
                or any(type(each) is int and each not in self._wanted.digits for each in digits)
            )
        if self._wanted is not None:
            parts = effects_in(node) or [*header_parts(node)]
            found["losses"] = [each for part in parts for each in lookup.losses(part, self._wanted)]
        else:
            found["parts"] = [] if test is None else lookup.parts(test)
        return found

    def _settle(self, frame: FrameType, at: int, names: Sequence[str]) -> None:
        values = frame.f_locals if at in self.moments and names else {}
        for name in names:
            if name in values and type(values[name]) is not Grid:
                text = shown_value(name, values[name])
                self.moments[at]["values"].append([name, text, *_marks(values[name])])

    def look(self, frame: FrameType, name: str) -> None:
        """Note the cell or the digit that is looked at, at the latest moment."""
        if name not in ("cell", "digit"):
            return
        moment = self.moments.get(len(self.events) - 1)
        value = frame.f_locals.get(name)
        if moment is not None and isinstance(value, int):
            word = "looks" if name == "cell" else "digits"
            seen = moment.setdefault(word, [])
            if int(value) not in seen and len(seen) < 81:
                seen.append(int(value))


_DECIDING = (ast.BoolOp, ast.Compare, ast.UnaryOp, ast.Call)


def _words(error: BaseException) -> str:
    """Return the words of an error of Python's own; those of others might be anything."""
    is_plain = type(error).__module__ == "builtins"
    first = error.args[0] if is_plain and error.args else ""
    text = shown(first)
    return text[1:].removesuffix(text[0]) if isinstance(first, str) else text


def _marks(value: object) -> list[list[Any]]:
    several: Any = value if type(value) in HOLDERS else [value]
    few = [*islice(several, 10)]
    cells = [int(each) for each in few if type(each) is Cell]
    cells += [int(each.cell) for each in few if type(each) is Candidate]
    return [sorted(cells), [str(each) for each in few if type(each) is House]]


def record(
    calls: LocalCalls,
    grid: Grid,
    witness: Step | None,
    wrong: Step | None,
    candidate: tuple[int, int] | None,
    boards: Sequence[Grid],
) -> dict[str, Any]:
    """Return the moments of the strategy's work on `grid`, as plain data.

    `witness`: the step that it should find. `wrong`: a wrong step that it hands out, with its
    false `candidate`. `boards`: on which is noted, too, which of its lines run.
    """
    owners = CodeOwners(calls.component.file)
    wanted = None if witness is None or wrong is not None else wanted_of(witness, grid)
    survey = Survey(owners, grid, wanted, wrong, candidate)
    printed = calls.output.count
    found: dict[str, Any] = {"ended": _run(calls, survey, grid), "printed": 0}
    found["printed"] = calls.output.count - printed
    step = wrong or same_step(survey, witness, grid)
    focus = None if step is None else for_step(survey, step)
    found["finds"] = max(focus.looks) if focus and wrong is None else -1
    focus = focus or elsewhere(survey, wanted, found)
    film = Film(owners, survey, wanted, focus)
    if survey.events:
        _run(calls, film, grid)
    if not film.is_same:
        film.left_out["what its lines say: in a second run they were not the same"] = None
        film.looks.clear()
    coverage, n_boards = _coverage(calls, owners, survey, [each for each in boards if each != grid])
    return {
        **found,
        "lines": len(survey.events),
        "looks": film.looks,
        "looked": sorted(survey.looked),
        **_moments(film, survey),
        "handed": survey.steps()[:MOST_STEPS],
        "seen": coverage,
        "boards": 1 + n_boards,
        "left_out": [*{**survey.left_out, **film.left_out}],
    }


def _moments(film: Film, survey: Survey) -> dict[str, Any]:
    plans: dict[int, Plan] = {}
    rows = []
    for event, moment in sorted(film.moments.items()):
        for call in survey.calls[moment["call"] :][:1]:  # of another run it may not be there
            plans.setdefault(id(call.plan), call.plan)
            plan = [*plans].index(id(call.plan))
            rows.append({**moment, "event": event, "depth": call.depth, "plan": plan})
    functions = [[plan.name, plan.file, plan.first, plan.last] for plan in plans.values()]
    return {"functions": functions, "moments": rows}


def _run(calls: LocalCalls, tracer: Tracer, grid: Grid) -> str:
    work = partial(tracer.run, partial(collect, calls.component, grid, [], []))
    try:
        done = calls.call(work, grid=grid)
    except Unusable as end:
        return end.why
    if isinstance(done, Failure):
        return raised_words(done.error, done.why) if done.error is not None else done.why
    return ""


def _coverage(
    calls: LocalCalls, owners: CodeOwners, survey: Survey, boards: Sequence[Grid]
) -> tuple[list[list[Any]], int]:
    """Return the lines that ran on any board: those of the `survey`, and some more `boards`."""
    seen = _seen(survey)
    begun, done, lines = process_time(), 0, len(survey.events)
    for grid in boards[: MOST_BOARDS - 1]:
        one = Survey(owners, grid, None, None, None)
        is_over = lines >= MOST_LINES or process_time() - begun > SECONDS
        if is_over or _run(calls, one, grid):
            break
        seen |= _seen(one)
        done, lines = done + 1, lines + len(one.events)
    return [[file, line] for file, line in sorted(seen)], done


def _seen(survey: Survey) -> set[tuple[str, int]]:
    return {(survey.calls[call].plan.file, line) for call, line in {*survey.events}}
