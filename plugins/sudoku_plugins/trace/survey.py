"""Follow the lines of a strategy in a call, where it is loaded: the first of two calls.

Only functions of the plugin's own files are followed, and of comprehensions and lambdas only the
lines around them. The interpreter tells of the lines through `sys.settrace`.
"""

import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from inspect import CO_GENERATOR
from itertools import islice
from traceback import walk_tb
from types import CodeType, FrameType
from typing import Any, NamedTuple

from sudoku_engine import Candidate, Cell, Grid, House, Step
from sudoku_engine.errors import error_text
from sudoku_engine.plugins.own_modules import is_plugin_name
from sudoku_plugins.kit.findings import OUR_FAILURE
from sudoku_plugins.kit.own_work import CodeOwner, CodeOwners, forget_results
from sudoku_plugins.sandbox.refusals import permitted, refuse
from sudoku_plugins.trace.lookup import HOLDERS, HOLDING, Parts, Wanted
from sudoku_plugins.trace.statements import Plan, plan_of

MOST_LINES = 50_000 if sys.platform == "emscripten" else 200_000
"""The lines of a call that are followed; a browser is slower."""
MOST_DEPTH = 150  # calls in each other that are followed
MOST_WALKED = 100  # values of a loop that are kept
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
    caller: int  # the number of the call around it, -1 for none


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
        """Return the function that follows the lines of `frame`; None for lines of no interest."""
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
        caller, around = frame.f_back, -1
        while caller is not None and around < 0:
            around, caller = self._numbers.get(id(caller), -1), caller.f_back
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
        """Return the function that the interpreter calls at the lines of a `frame`."""
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
    name: str  # empty: the call is over
    parts: Parts


class Survey(Tracer):
    """The first run: which lines run, and what of the step that is wanted they hold."""

    def __init__(
        self,
        owners: CodeOwners,
        grid: Grid,
        wanted: Wanted | None,
        sought: Step | None,
        candidate: tuple[int, int] | None,
    ) -> None:
        """`sought`: the step with which the run may end; `candidate`: what is false in it."""
        super().__init__(owners)
        self._n_cells = len(grid.layout.cells)
        self.changes: list[Change] = []
        self.handed: list[tuple[int, Step]] = []
        """The steps that were handed out, with the events at which they were."""
        self.walked: dict[tuple[int, int, str], dict[Any, None]] = {}
        """The values of the variables of loops: by call, line and name."""
        self.raised = -1
        """The event at which an error was raised last."""
        self.looked: set[int] = set()
        """The cells whose candidates were asked for."""
        self.made: list[tuple[int, Any]] = []
        """The steps that were made, with the events at which they were."""
        self.entered: dict[tuple[int, str], int] = {}
        """The events since which variables hold the candidate: by call and name."""
        self.wanted, self._sought, self._candidate = wanted, sought, candidate

    def look(self, frame: FrameType, name: str) -> None:
        """Note which line makes a step, and the cells whose candidates are asked for."""
        if name == "self":
            self.made.append((len(self.events) - 1, frame.f_locals[name]))
        elif name != "cell":
            super().look(frame, name)
        elif len(self.looked) < self._n_cells and type(cell := frame.f_locals[name]) in (int, Cell):
            self.looked.add(int(cell))

    def follow(self, frame: FrameType, number: int, plan: Plan) -> Callable[..., Any]:
        """Return the function that the interpreter calls at the lines of a `frame`."""
        # Locals, as this runs at each line.
        events, begins, touched = self.events, plan.begins, plan.touched
        holds = _Holds(self, number, plan)
        note = holds.note if self._candidate is None else partial(self._enter, number)
        before = at = 0

        def on_line(frame: FrameType, event: str, given: Any) -> Any:
            nonlocal before, at
            if event == "line":
                line = frame.f_lineno
                if line in begins:
                    line = begins[line]
                    if line == before:
                        return on_line
                if before in touched:
                    note(frame.f_locals, touched[before], before if self.wanted else at)
                if holds.in_loops:
                    holds.forget(line)
                before, at = line, len(events)
                events.append((number, line))
                if len(events) >= MOST_LINES:
                    self.left_out[f"what comes after the first {MOST_LINES:,} lines"] = None
                    raise Enough
            elif event == "return":
                self._on_return(number, frame, given)
            elif event == "exception" and given[0] is not StopIteration:
                self.raised = len(events) - 1
            return on_line

        if self.wanted is not None:
            holds.note(frame.f_locals, plan.arguments, 0)
        elif self._candidate is None:
            touched = {}
        return on_line

    def _enter(self, call: int, values: Mapping[str, Any], names: Sequence[str], at: int) -> None:
        """Note which variables hold the candidate since the event `at`."""
        for name in names:
            value: Any = values.get(name)
            held = value if type(value) in HOLDERS else (value,)
            if any(type(each) in PAIRS and each == self._candidate for each in held):
                self.entered.setdefault((call, name), at)
            else:
                self.entered.pop((call, name), None)

    def steps(self) -> list[list[Any]]:
        """Return the steps that were handed out, the sought one first, each with its event."""
        made = {id(step): event for event, step in self.made}
        found = [[made.get(id(step), event), step] for event, step in self.handed]
        return sorted(found, key=lambda each: each[1] != self._sought)

    def _on_return(self, call: int, frame: FrameType, given: Any) -> None:
        event = len(self.events) - 1
        steps = [given] if isinstance(given, Step) else given if type(given) is list else ()
        for step in islice(steps, MOST_LISTED):
            if isinstance(step, Step):
                self.handed.append((event, step))
                if self._sought is not None and step == self._sought:
                    raise Enough
        if not goes_on(frame, given):
            self._numbers.pop(id(frame), None)
            self.changes.append(Change(event + 1, call, "", NOTHING))


NOTHING: Parts = frozenset()


def goes_on(frame: FrameType, given: object) -> bool:
    """Return whether the call of a `frame`, which gives something back, is that of a generator."""
    return bool(frame.f_code.co_flags & CO_GENERATOR) and given is not None


class _Holds:
    """What the variables of a call hold of the step that is wanted."""

    def __init__(self, survey: Survey, call: int, plan: Plan) -> None:
        self._survey, self._call, self._plan = survey, call, plan
        self._held: dict[str, Parts] = {}
        self.in_loops: dict[str, range] = {}
        """The lines of the loops whose variables hold something."""

    def note(self, values: Mapping[str, Any], names: Sequence[str], line: int) -> None:
        lines = self._plan.loops.get(line)
        for name in names:
            value = values.get(name)
            kind = type(value)
            parts = self._take(name, value if kind in HOLDING else None)
            if lines and kind in _WALKED and not (kind is int and name in self._plan.indexes):
                walked = self._survey.walked.setdefault((self._call, line, name), {})
                if len(walked) < MOST_WALKED:
                    walked[value] = None
            if lines and (parts or name in self._plan.items):
                self.in_loops[name] = lines
            for base, index in self._plan.items.get(name, ()):
                many: Any = values.get(base)
                at = values.get(index)
                if type(many) in (list, tuple) and type(at) is int and 0 <= at < len(many):
                    self._take(f"{base}[{index}]", many[at])

    def _take(self, name: str, value: object) -> Parts:
        """Note what a variable holds, None for nothing; return the parts."""
        wanted = self._survey.wanted
        parts = NOTHING if value is None or wanted is None else wanted.held(value)
        if name in self._plan.indexes:
            parts = frozenset(each for each in parts if each[0] != "digit")
        if self._held.get(name, NOTHING) != parts:
            self._held[name] = parts
            self._survey.changes.append(Change(len(self._survey.events), self._call, name, parts))
        return parts

    def forget(self, line: int) -> None:
        """Forget the variables of loops that do not go on at `line`: they mean nothing any more."""
        for name, lines in [*self.in_loops.items()]:
            if line not in lines:
                del self.in_loops[name]
                items = (f"{base}[{index}]" for base, index in self._plan.items.get(name, ()))
                for each in (name, *items):
                    self._take(each, None)


_WALKED = frozenset((int, Cell, House))
PAIRS = frozenset((Candidate, tuple))
