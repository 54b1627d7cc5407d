"""Run a strategy on a board and note each line that runs, where the strategy is loaded.

The board is worked on twice. The first run notes which lines run, and how much of the step that is
looked for the variables hold: so it is known where it came nearest. The second run notes the values
around that place, and works out the conditions there. What is found is plain data: a claim of the
guest, which `reading` puts into words.

Only functions of the plugin's own files are followed, and of comprehensions and lambdas only the
lines around them. The interpreter tells of the lines through `sys.settrace`.
"""

from __future__ import annotations

import ast
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from inspect import CO_GENERATOR
from itertools import islice
from time import process_time
from traceback import walk_tb
from types import CodeType, FrameType
from typing import Any, NamedTuple

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import Cell, House
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.errors import error_text
from sudoku_engine.plugins.component import Failure
from sudoku_engine.plugins.own_modules import is_plugin_name
from sudoku_engine.plugins.refusals import permitted, refuse
from sudoku_engine.plugins.seal import forget_results
from sudoku_engine.testing.carrying_out import changes_of
from sudoku_engine.testing.findings import OUR_FAILURE
from sudoku_engine.testing.own_work.code_owners import CodeOwner, CodeOwners
from sudoku_engine.testing.plugin_calls import LocalCalls, Unusable, collect, raised_words
from sudoku_engine.testing.trace.lookup import HOLDING, Lookup, Parts, Told, Wanted
from sudoku_engine.testing.trace.shown import shown, shown_value
from sudoku_engine.testing.trace.statements import (
    Plan,
    condition_of,
    effects_in,
    header_parts,
    plan_of,
)

MOST_LINES = 200_000  # lines of a call that are followed
MOST_DEPTH = 150  # calls in each other that are followed
MOST_MOMENTS = 600  # moments of a trace
FIRST_MOMENTS = 60  # moments from the start of the call
AFTER = 100  # moments after the place that matters
MOST_LOOKS = 80  # lines whose conditions are worked out in every part
MOST_WALKED = 100  # values of a loop that are kept
MOST_BOARDS = 20
SECONDS = 0.5  # of the processor, after which no more boards are asked which lines run
MOST_STEPS = 40  # steps that are told
MOST_LISTED = 3_000  # steps of a list that are looked at

Event = tuple[int, int]
"""A line that runs: the number of its call, and the first line of its statement."""

_WATCHED = {
    Grid.candidates.__code__: "cell",
    Grid.places.__code__: "digit",
    Step.__init__.__code__: "self",
    threading.Thread.start.__code__: "thread",
}
"""The functions of ours whose calls are noted, with the argument that tells what they are for."""


class Enough(BaseException):
    """Ends a call of the plugin: all that is of interest has run."""


class Call(NamedTuple):
    """A call of a function of the plugin."""

    plan: Plan
    depth: int
    caller: int
    """The number of the call around it, -1 for none."""


class Tracer:
    """Follows the lines of the plugin in one call; subclasses say what is noted."""

    def __init__(self, owners: CodeOwners) -> None:
        self.calls: list[Call] = []
        self.events: list[Event] = []
        self.left_out: dict[str, None] = {}
        self._plans: dict[CodeType, Plan | None] = {}
        self._owners = owners
        self._numbers: dict[int, int] = {}
        """The numbers of the calls under way, by the ids of their frames."""

    def on_call(self, frame: FrameType, event: str, given: Any) -> Any:
        """Return what follows the lines of `frame`; None where they are of no interest."""
        code = frame.f_code
        try:
            plan = self._plans[code]
        except KeyError:
            plan = self._plans[code] = self._plan(code)
        if plan is None:
            if code in _WATCHED:
                self.look(frame, _WATCHED[code])
            return None
        if frame.f_trace is not None:  # a generator goes on
            return frame.f_trace
        caller = frame.f_back
        around = -1
        while caller is not None and around < 0:
            around = self._numbers.get(id(caller), -1)
            caller = caller.f_back
        depth = self.calls[around].depth + 1 if around >= 0 else 0
        if depth > MOST_DEPTH:
            self.left_out["calls more than 150 deep in each other"] = None
            return None
        number = len(self.calls)
        self.calls.append(Call(plan, depth, around))
        self._numbers[id(frame)] = number
        return self.follow(frame, number, plan)

    def _plan(self, code: CodeType) -> Plan | None:
        if code in _WATCHED or self._owners[code.co_filename] is not CodeOwner.OWN:
            return None
        return None if code.co_name.startswith("<") else plan_of(code)

    def look(self, frame: FrameType, name: str) -> None:
        """Take a call of one of `_WATCHED`, whose argument is called `name`."""
        if name == "thread":
            self.left_out["what it does in threads"] = None

    def follow(self, frame: FrameType, number: int, plan: Plan) -> Callable[..., Any]:
        """Return what the interpreter calls at the lines of a `frame`."""
        raise NotImplementedError

    def run(self, work: Callable[[], Any]) -> Any:
        """Return ``work()``, whose lines are followed."""
        forget_results()
        _forget_own_results()
        own_way, before = sys.settrace, sys.gettrace()
        # An error in `on_call`, such as that a call took too long, ends the trace by itself.
        with permitted("sys.settrace"):
            sys.settrace = partial(refuse, "sys.settrace")
            own_way(self.on_call)
            try:
                return work()
            except Enough:
                return None
            except Exception as error:
                if not _is_ours(error):
                    raise
                self.left_out[f"the rest: {OUR_FAILURE}: {error_text(error)}"] = None
                return None
            finally:
                own_way(before)
                sys.settrace = own_way


def _is_ours(error: BaseException) -> bool:
    """Return whether an `error` was raised in the trace, and not in the code that is traced."""
    *_, (frame, _) = walk_tb(error.__traceback__)
    module = str(frame.f_globals.get("__name__"))
    return module.startswith(__package__) and type(error) is not RecursionError


def _forget_own_results() -> None:
    """Clear what functions of plugins remember: they would return it without running a line."""
    for name, module in [*sys.modules.items()]:
        if is_plugin_name(name):
            for part in [*vars(module).values()]:
                if type(part).__name__ == "_lru_cache_wrapper":
                    part.cache_clear()


class Change(NamedTuple):
    """A variable holds other parts of the step that is wanted from an event on."""

    event: int
    call: int
    name: str
    """Empty: the call is over."""
    parts: Parts


class Handed(NamedTuple):
    """A step that was handed out."""

    event: int
    call: int
    step: Step


class Survey(Tracer):
    """The first run: which lines run, and what of the step that is wanted they hold."""

    def __init__(
        self, owners: CodeOwners, grid: Grid, wanted: Wanted | None, sought: Step | None
    ) -> None:
        """`sought`: the step with which the run may end."""
        super().__init__(owners)
        self._n_cells = len(grid.layout.cells)
        self.changes: list[Change] = []
        self.handed: list[Handed] = []
        self.walked: dict[tuple[int, int, str], dict[Any, None]] = {}
        """The values of the variables of loops: by call, line and name."""
        self.raised = -1
        """The event at which an error was raised last."""
        self.looked: set[int] = set()
        """The cells whose candidates were asked for."""
        self.made: list[tuple[int, Any]] = []
        """The steps that were made, with the events at which they were."""
        self.wanted, self._sought = wanted, sought

    def look(self, frame: FrameType, name: str) -> None:
        """Note which line makes a step, and the cells whose candidates are asked for."""
        if name == "self":
            self.made.append((len(self.events) - 1, frame.f_locals[name]))
        elif name != "cell":
            super().look(frame, name)
        elif len(self.looked) < self._n_cells and type(cell := frame.f_locals[name]) in (int, Cell):
            self.looked.add(int(cell))

    def follow(self, frame: FrameType, number: int, plan: Plan) -> Callable[..., Any]:
        """Return what the interpreter calls at the lines of a `frame`."""
        # Locals, as this runs at each line.
        events, begins, touched = self.events, plan.begins, plan.touched
        holds = _Holds(self, number, plan)
        before = 0

        def on_line(frame: FrameType, event: str, given: Any) -> Any:
            nonlocal before
            if event == "line":
                line = frame.f_lineno
                if line in begins:
                    line = begins[line]
                    if line == before:
                        return on_line
                if before in touched:
                    holds.note(frame.f_locals, touched[before], before)
                if holds.in_loops:
                    holds.forget(line)
                before = line
                events.append((number, line))
                if len(events) >= MOST_LINES:
                    self.left_out[f"what comes after the first {MOST_LINES:,} lines"] = None
                    raise Enough
            elif event == "return":
                self._on_return(number, frame, given)
            elif event == "exception" and given[0] is not StopIteration:
                self.raised = len(events) - 1
            return on_line

        if self.wanted is None:
            touched = {}
        else:
            holds.note(frame.f_locals, plan.arguments, 0)
        return on_line

    def steps(self) -> list[list[Any]]:
        """Return the steps that were handed out, each with the event at which it was made.

        The one that was sought comes first.
        """
        made = {id(step): event for event, step in self.made}
        found = [[made.get(id(each.step), each.event), each.step] for each in self.handed]
        return sorted(found, key=lambda each: each[1] != self._sought)

    def _on_return(self, call: int, frame: FrameType, given: Any) -> None:
        event = len(self.events) - 1
        steps = [given] if isinstance(given, Step) else given if type(given) is list else ()
        for step in islice(steps, MOST_LISTED):
            if isinstance(step, Step):
                self.handed.append(Handed(event, call, step))
                if self._sought is not None and step == self._sought:
                    raise Enough
        if not _goes_on(frame, given):
            self._numbers.pop(id(frame), None)
            self.changes.append(Change(event + 1, call, "", _NONE))


_NONE: Parts = frozenset()


def _goes_on(frame: FrameType, given: object) -> bool:
    """Return whether the call of a `frame`, which gives something back, is that of a generator."""
    return bool(frame.f_code.co_flags & CO_GENERATOR) and given is not None


class _Holds:
    """What the variables of a call hold of the step that is wanted."""

    def __init__(self, survey: Survey, call: int, plan: Plan) -> None:
        self._survey, self._call, self._loops = survey, call, plan.loops
        self._items = plan.items
        self._wanted = survey.wanted
        self._held: dict[str, Parts] = {}
        self._walked: dict[tuple[int, str], dict[Any, None]] = {}
        self.in_loops: dict[str, range] = {}
        """The lines of the loops whose variables hold something."""

    def note(self, values: Mapping[str, Any], names: Sequence[str], line: int) -> None:
        """Note what some variables hold after a `line` has run."""
        is_loop = line in self._loops
        for name in names:
            value = values.get(name)
            kind = type(value)
            parts = self._take(name, value) if kind in HOLDING else self._take(name, None)
            if is_loop and kind in _WALKED:
                self._walk(line, name, value)
                if parts:
                    self.in_loops[name] = self._loops[line]
            for base, index in self._items.get(name, ()):
                many: Any = values.get(base)
                at = values.get(index)
                if type(many) in (list, tuple) and type(at) is int and 0 <= at < len(many):
                    self._take(f"{base}[{index}]", many[at])

    def _take(self, name: str, value: object) -> Parts:
        """Note what a variable holds; return the parts."""
        assert self._wanted is not None
        parts = _NONE if value is None else self._wanted.held(value)
        if self._held.get(name, _NONE) != parts:
            self._held[name] = parts
            self._survey.changes.append(Change(len(self._survey.events), self._call, name, parts))
        return parts

    def _walk(self, line: int, name: str, value: object) -> None:
        walked = self._walked.get((line, name))
        if walked is None:
            walked = self._survey.walked[self._call, line, name] = self._walked[line, name] = {}
        if len(walked) < MOST_WALKED:
            walked[value] = None

    def forget(self, line: int) -> None:
        """Forget the variables of loops that do not go on at `line`: they mean nothing any more."""
        for name, lines in [*self.in_loops.items()]:
            if line not in lines:
                del self.in_loops[name]
                if self._held.pop(name, _NONE):
                    change = Change(len(self._survey.events), self._call, name, _NONE)
                    self._survey.changes.append(change)


_WALKED = frozenset((int, Cell, House))


class Film(Tracer):
    """The second run: the values around the lines that matter, and their conditions."""

    def __init__(
        self, owners: CodeOwners, survey: Survey, wanted: Wanted | None, focus: Focus
    ) -> None:
        super().__init__(owners)
        self._survey, self._wanted, self._focus = survey, wanted, focus
        self._kept = {*range(min(FIRST_MOMENTS, focus.kept.stop)), *focus.kept}
        self._last = max(self._kept, default=0)
        self.moments: dict[int, dict[str, Any]] = {}
        self.looks: list[Told] = []
        self.is_same = True

    def follow(self, frame: FrameType, number: int, plan: Plan) -> Callable[..., Any]:
        """Return what the interpreter calls at the lines of a `frame`."""
        events, begins, moments = self.events, plan.begins, self.moments
        at = -1
        names: Sequence[str] = plan.arguments

        def on_line(frame: FrameType, event: str, given: Any) -> Any:
            nonlocal at, names
            if event == "line":
                line = frame.f_lineno
                if line in begins:
                    line = begins[line]
                    if at >= 0 and line == events[at][1]:
                        return on_line
                if at in moments or at < 0:
                    self._settle(frame, at, names)
                at = len(events)
                events.append((number, line))
                if at in self._kept or at in self._focus.looks:
                    names = plan.touched.get(line, ())
                    self._begin(frame, at, number, plan, line)
                elif at > self._last:
                    raise Enough
            elif event == "return":
                self._settle(frame, at, names)
                names = ()
                if at in self.moments and isinstance(given, Step):
                    self.moments[at]["note"] = f"hands out {shown(given)}"
                if not _goes_on(frame, given):
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
        """Return what the parts of a statement say."""
        lookup = Lookup({**frame.f_globals, **frame.f_locals}, is_bold=True)
        found: Told = {"kind": type(node).__name__, "losses": []}
        found["is_early"] = any(node.lineno in lines for lines in plan.loops.values())
        test = condition_of(node)
        if isinstance(node, ast.Return) and isinstance(node.value, _DECIDING):
            test = node.value
        if test is not None and (told := lookup.told(test)) is not None:
            whole = ast.unparse(test)
            found |= {"told": told, "truth": lookup.truth(test), "whole": whole}
            is_guard = isinstance(node, ast.If) and isinstance(node.body[-1], _ENDINGS)
            if found["truth"] is not is_guard:  # such as `if …: continue`, which is False
                found["passed"] = [told] if is_guard else lookup.passed(test)
        if (wanted := self._wanted) is not None:
            for part in effects_in(node) or [*header_parts(node)]:
                found["losses"] += lookup.losses(part, wanted, wanted.cells, False)
                found["losses"] += lookup.losses(part, wanted, wanted.targets - wanted.cells, True)
        if self._focus.candidate is not None:
            candidate = self._focus.candidate
            found["sources"] = sources_of(frame, candidate)
            parts = effects_in(node) or [*header_parts(node)]
            found["made"] = [each for part in parts for each in lookup.makers(part, candidate)]
        return found

    def _settle(self, frame: FrameType, at: int, names: Sequence[str]) -> None:
        """Give the moment at an event the values that its line has changed."""
        moment = self.moments.get(at) if at >= 0 else None
        if at < 0 and names and len(self.events) in self._kept:
            moment = self.moments.setdefault(
                len(self.events),
                {"call": self._numbers[id(frame)], "line": 0, "values": [], "looks": []},
            )
        if moment is None or not names:
            return
        values = frame.f_locals
        for name in names:
            if name in values:
                text = shown_value(name, values[name])
                moment["values"].append([name, text, *_marks(values[name])])

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


_ENDINGS = (ast.Continue, ast.Break, ast.Return)
_DECIDING = (ast.BoolOp, ast.Compare, ast.UnaryOp, ast.Call)


def _words(error: BaseException) -> str:
    """Return the words of an error of Python's own; those of others might be anything."""
    is_plain = type(error).__module__ == "builtins" and type(error).__str__ is not None
    first = error.args[0] if is_plain and error.args else ""
    return shown(first).strip("'\"")


def _marks(value: object) -> list[list[Any]]:
    """Return the cells and the names of the houses that `value` holds, if it is a few of them."""
    several = value if type(value) in (tuple, list, set, frozenset) else [value]
    cells: list[int] = []
    houses: list[str] = []
    for each in islice(several, 10):  # type: ignore[call-overload]
        if type(each) is Cell:
            cells.append(int(each))
        elif type(each) is House:
            houses.append(str(each))
        elif type(each) is Candidate:
            cells.append(int(each[0]))
    return [sorted(cells), houses]


def sources_of(frame: FrameType, candidate: tuple[int, int]) -> list[list[str]]:
    """Return the variables of `frame` that hold the cell or the digit of `candidate`."""
    cell, digit = candidate
    found: list[list[str]] = []
    for name, value in frame.f_locals.items():
        kind = type(value)
        several = value if type(value) in (tuple, list, set, frozenset) else ()
        items = [*islice(several, 82)]
        text = shown_value(name, value)
        if kind is Cell and value == cell:
            found.append(["cell", name, text])
        elif any(type(each) is int and each == digit for each in (value, *items)):
            found.append(["digit", name, text])
        elif any(type(each) is Cell and each == cell for each in items):
            found.append(["cell", name, text])
        elif any(each == candidate for each in items if type(each) is Candidate):
            found.append(["candidate", name, text])
    return found


class Focus(NamedTuple):
    """The events that matter."""

    kept: range
    """The events whose moments are kept, besides the first ones."""
    looks: frozenset[int]
    """Those whose conditions are worked out in every part."""
    candidate: tuple[int, int] | None = None
    """The wrong candidate of a step, whose cell and digit are looked for in the variables."""


class Window(NamedTuple):
    """Events during which the variables hold a part of the step that is wanted."""

    begin: int
    end: int
    call: int
    """The call whose variables hold most."""
    parts: Parts


def windows_of(survey: Survey, has_targets: bool = False) -> Iterator[Window]:
    """Yield the windows between changes of what is held; `has_targets`: of the targets, too."""
    held: dict[int, dict[str, Parts]] = {}
    begin, parts, call = 0, _NONE, 0
    end = len(survey.events)
    for change in [*survey.changes, Change(end, -1, "", _NONE)]:
        if change.name:
            held.setdefault(change.call, {})[change.name] = change.parts
        else:
            held.pop(change.call, None)
        every = [part for names in held.values() for each in names.values() for part in each]
        now = frozenset(part for part in every if has_targets or part[0] != "target")
        if now != parts or change.call < 0:
            if change.event > begin:
                yield Window(begin, change.event, call, parts)
            begin, parts = change.event, now
            call = max(held, key=lambda each: len(_NONE.union(*held[each].values())), default=0)


def _nearness(parts: Parts, wanted: Wanted) -> tuple[bool, int, bool, int]:
    """Return how near one is to the step that is `wanted` with these parts in hand.

    A single cell lies in several houses, and any loop comes to a single digit: so they count less.
    """
    kinds = [kind for kind, _ in parts]
    has_digits = kinds.count("digit") == len(wanted.digits)
    cells = kinds.count("cell")
    return cells == len(wanted.cells), kinds.count("house"), has_digits, cells


def nearest(survey: Survey, windows: Sequence[Window], wanted: Wanted) -> Window | None:
    """Return the window that comes nearest to the step, and goes on longest; None for none."""
    found = [each for each in windows if each.parts]
    most = max((_nearness(each.parts, wanted) for each in found), default=None)
    best = [each for each in found if _nearness(each.parts, wanted) == most]
    return max(
        best,
        key=lambda each: (len({*survey.events[each.begin : each.end]}), each.begin),
        default=None,
    )


def wanted_of(step: Step, grid: Grid) -> Wanted:
    """Return the parts of a `step` that a function must have in its hands to find it."""
    changed = [cell for cell, _ in (*step.placements, *step.eliminations)]
    cells = frozenset(int(cell) for cell, _ in step.grounds) or frozenset(map(int, changed))
    digits = frozenset(digit for _, digit in (*step.grounds, *step.placements, *step.eliminations))
    houses = step.houses or grid.layout.houses_with(cells)
    names = {house.name: frozenset(map(int, house.cells)) for house in houses}
    changes: dict[int, set[int]] = {}
    for cell, digit in (*step.placements, *step.eliminations):
        changes.setdefault(int(cell), set()).add(digit)
    return Wanted(cells, digits, names, changes, grid.layout.n)


def _for_witness(survey: Survey, wanted: Wanted, found: dict[str, Any]) -> Focus:
    """Return where the function came nearest to the step that is wanted; fill what was found.

    The window is where it holds most parts of the step; the span around it is where it holds the
    same house and digit.
    """
    windows = [*windows_of(survey)]
    window, last = nearest(survey, windows, wanted), len(survey.events)
    has_all = window is not None and _nearness(window.parts, wanted)[0]
    if window is None or (last >= MOST_LINES and not has_all):
        found["is_cut"] = last >= MOST_LINES
        window = Window(max(last - 1, 0), last, 0, _NONE)
    kinds = ("house", "digit") if len(wanted.digits) == 1 else ("house",)
    steady = frozenset(each for each in window.parts if each[0] in kinds)
    span = _span(windows, window, steady)
    looks = [*_latest(survey, span.start, window.begin)]
    looks += [*range(window.begin, min(window.end, window.begin + MOST_LOOKS))]
    looks += _latest(survey, window.end, span.stop)
    looks += _latest(survey, max(last - 3, 0), last)
    held = {value for kind, value in window.parts if kind == "cell"}
    missing = sorted(wanted.cells - held)
    found |= {
        "window": [window.begin, window.end, sorted(window.parts, key=str)],
        "missing": missing,
    }
    found |= {"span": [span.start, span.stop], "houses": []}
    found["singles"] = [] if missing else _with_targets(survey, wanted, window)
    for cell in missing[:3]:
        if single := _single(windows, cell, steady, span):
            found["singles"].append([cell, single.begin, single.end])
        elif house := _in_house(survey, windows, cell, wanted):
            found["houses"].append([cell, house.begin, house.end])
    for _, begin, end in (*found["singles"], *found["houses"]):
        looks += [*range(begin, min(end, begin + 20))]
    found["unwalked"] = _unwalked(survey, wanted, window)
    end = min(window.end + AFTER, last)
    return Focus(range(max(end - MOST_MOMENTS, 0), end), frozenset(looks[-3 * MOST_LOOKS :]))


def _single(windows: Sequence[Window], cell: int, steady: Parts, span: range) -> Window | None:
    """Return the first window of a `span` in which a `cell` is held."""
    inside = (each for each in windows if each.begin >= span.start and steady <= each.parts)
    return next((each for each in inside if ("cell", cell) in each.parts), None)


def _in_house(
    survey: Survey, windows: Sequence[Window], cell: int, wanted: Wanted
) -> Window | None:
    """Return the longest window in which a house of a `cell` is held, and the only digit."""
    digit = {("digit", each) for each in wanted.digits} if len(wanted.digits) == 1 else _NONE
    houses = {("house", name) for name, cells in wanted.houses.items() if cell in cells}
    found = [each for each in windows if digit <= each.parts and houses & each.parts]
    return max(
        found,
        key=lambda each: len({*survey.events[each.begin : each.end]}),
        default=None,
    )


def _span(windows: Sequence[Window], window: Window, steady: Parts) -> range:
    """Return the events around a `window` in which the `steady` parts are held."""
    if not steady or window not in windows:
        return range(window.begin, window.end)
    first = last = windows.index(window)
    while first and steady <= windows[first - 1].parts:
        first -= 1
    while last + 1 < len(windows) and steady <= windows[last + 1].parts:
        last += 1
    return range(windows[first].begin, windows[last].end)


def _with_targets(survey: Survey, wanted: Wanted, window: Window) -> list[list[int]]:
    """Return where in a `window` some of the cells are held that the step changes."""
    found = []
    inner = [each for each in windows_of(survey, True) if window.begin <= each.begin < window.end]
    for cell in sorted(wanted.targets - wanted.cells)[:3]:
        if with_it := [each for each in inner if ("target", cell) in each.parts]:
            best = max(with_it, key=lambda each: each.end - each.begin)
            found.append([cell, best.begin, best.end])
    return found


def _latest(survey: Survey, begin: int, end: int) -> list[int]:
    """Return the latest event of each line between two events."""
    latest = {survey.events[event]: event for event in range(begin, end)}
    return sorted(latest.values())[-MOST_LOOKS:]


def _place(survey: Survey, event: int) -> tuple[str, int]:
    call, line = survey.events[event]
    return survey.calls[call].plan.file, line


def _unwalked(survey: Survey, wanted: Wanted, window: Window) -> list[list[Any]]:
    """Return the loops that never come to a part of the step: line, name, kind, parts, values."""
    walked: dict[tuple[str, int, int, str], dict[Any, None]] = {}
    for (call, line, name), values in survey.walked.items():
        plan = survey.calls[call].plan
        walked.setdefault((plan.file, plan.first, line, name), {}).update(values)
    found: list[list[Any]] = []
    held = {kind for kind, _ in window.parts}
    kinds: dict[type, tuple[str, Sequence[Any]]] = {
        House: ("house", sorted(wanted.houses)),
        int: ("digit", sorted(wanted.digits)),
        Cell: ("cell", sorted(wanted.cells)),
    }
    for (*_, line, name), values in walked.items():
        types = {type(each) for each in values}
        kind, parts = kinds[min(types, key=str)]
        has = {part for each in values for _, part in wanted.held(each)}
        if len(types) == 1 and len(values) > 1 and kind not in held and not has & {*parts}:
            found.append([line, name, kind, parts, shown([*values])])
    return found


def _for_step(survey: Survey, wrong: Step, candidate: tuple[int, int] | None) -> Focus | None:
    """Return the lines that led to a wrong step; None if it was not handed out again."""
    at = next((at for at, step in survey.steps() if step == wrong), None)
    if at is None:
        return None
    end, call = at + 1, survey.events[at][0]
    calls = {call, *(at for at, each in enumerate(survey.calls) if each.caller == call)}
    own = [event for event in range(end) if survey.events[event][0] in calls][-200:]
    latest = {_place(survey, event): event for event in own}
    kept = range(max(end - MOST_MOMENTS, 0), end)
    return Focus(kept, frozenset(sorted(latest.values())[-MOST_LOOKS:]), candidate)


def recorded(
    calls: LocalCalls,
    grid: Grid,
    witness: Step | None,
    wrong: Step | None,
    candidate: tuple[int, int] | None,
    boards: Sequence[Grid],
) -> dict[str, Any]:
    """Return what the strategy does on `grid`, as plain data.

    `witness`: the step that it should find. `wrong`: a wrong step that it hands out, with its
    false `candidate`. `boards`: on which is noted, too, which of its lines run.
    """
    owners = CodeOwners(calls.component.file)
    wanted = None if witness is None or wrong is not None else wanted_of(witness, grid)
    survey = Survey(owners, grid, wanted, wrong)
    printed = calls.output.count
    found: dict[str, Any] = {"ended": _run(calls, survey, grid), "printed": 0}
    found["printed"] = calls.output.count - printed
    step = wrong or _same(survey, witness, grid)
    focus = None if step is None else _for_step(survey, step, candidate)
    found["finds"] = max(focus.looks) if focus and wrong is None else -1
    focus = focus or _elsewhere(survey, wanted, found)
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


def _same(survey: Survey, witness: Step | None, grid: Grid) -> Step | None:
    """Return the step handed out that does most of the `witness`, if all of it is done."""
    if witness is None:
        return None
    wanted = changes_of([witness], grid)
    if not wanted <= changes_of([each.step for each in survey.handed], grid):
        return None
    parts = ((each.step, wanted & changes_of([each.step], grid)) for each in survey.handed)
    return max(parts, key=lambda each: len(each[1]))[0]


def _elsewhere(survey: Survey, wanted: Wanted | None, found: dict[str, Any]) -> Focus:
    """Return what matters where no step does: an error, the way of what is wanted, or the end."""
    last = len(survey.events)
    if found["ended"]:
        at = found["raised"] = survey.raised if survey.raised >= 0 else last - 1
        return Focus(range(max(at - MOST_MOMENTS, 0), at + 1), frozenset([at]))
    if wanted is not None:
        return _for_witness(survey, wanted, found)
    return Focus(range(max(last - MOST_MOMENTS, 0), last), frozenset())


def _moments(film: Film, survey: Survey) -> dict[str, Any]:
    """Return the moments, their calls and the functions of these, as plain data."""
    plans: dict[int, int] = {}
    functions = []
    rows = []
    bound: dict[tuple[int, str], int] = {}
    for event, moment in sorted(film.moments.items()):
        call = survey.calls[moment["call"]] if moment["call"] < len(survey.calls) else None
        if call is None:
            continue
        if id(call.plan) not in plans:
            plans[id(call.plan)] = len(plans)
            functions.append([call.plan.name, call.plan.file, call.plan.first, call.plan.last])
        line = moment["line"] or call.plan.first
        bound.update({(moment["call"], value[0]): line for value in moment["values"]})
        rows.append({**moment, "event": event, "line": line, "depth": call.depth})
        rows[-1]["plan"] = plans[id(call.plan)]
    for look in film.looks:
        for source in look.get("sources", ()):
            source.append(bound.get((film.moments[look["event"]]["call"], source[1]), 0))
    return {"functions": functions, "moments": rows}


def _run(calls: LocalCalls, tracer: Tracer, grid: Grid) -> str:
    """Call the strategy under a `tracer`; return why the call ended, empty if it just ended."""
    work = partial(tracer.run, partial(collect, calls.component, grid, [], []))
    try:
        done = calls.call(work, grid=grid)
    except Unusable as end:
        return end.why
    if isinstance(done, Failure):
        return raised_words(done.error, done.why) if done.error is not None else done.why
    return ""


class _Coverage(Tracer):
    """Notes which lines run, and nothing else."""

    def __init__(self, owners: CodeOwners, seen: set[tuple[str, int]]) -> None:
        super().__init__(owners)
        self._seen, self._left = seen, MOST_LINES

    def follow(self, frame: FrameType, number: int, plan: Plan) -> Callable[..., Any]:
        """Return what the interpreter calls at the lines of a `frame`."""
        seen, file, begins = self._seen, plan.file, plan.begins

        def on_line(frame: FrameType, event: str, given: Any) -> Any:
            if event == "line":
                line = frame.f_lineno
                seen.add((file, begins.get(line, line)))
                self._left -= 1
                if not self._left:
                    raise Enough
            return on_line

        return on_line


def _coverage(
    calls: LocalCalls, owners: CodeOwners, survey: Survey, boards: Sequence[Grid]
) -> tuple[list[list[Any]], int]:
    """Return the lines that ran on any board: those of the `survey`, and some more `boards`."""
    seen = {(survey.calls[call].plan.file, line) for call, line in survey.events}
    begun, done = process_time(), 0
    for grid in boards[: MOST_BOARDS - 1]:
        if process_time() - begun > SECONDS or (_run(calls, _Coverage(owners, seen), grid)):
            break
        done += 1
    return [[file, line] for file, line in sorted(seen)], done
