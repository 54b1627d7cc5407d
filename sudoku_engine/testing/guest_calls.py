"""Calls of a plugin that is loaded in a guest: both ends, and the form in which values pass.

The guest (`prepare`) loads plugins and calls one; it judges nothing. What it sends is a claim:
the host (`GuestCalls`) reads it as plain data, and the checks judge it there.
"""

from __future__ import annotations

import builtins
import json
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib import import_module
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from sudoku_engine.api.protocols import Puzzle, Rating, Verdict
from sudoku_engine.api.record import layout_of, layout_record, reads, step_of, step_record
from sudoku_engine.board.grid import Grid, restored
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.board.words import brief
from sudoku_engine.errors import GaveUp, RecordError, error_text
from sudoku_engine.guests.catalog import catalog_record
from sudoku_engine.guests.value_records import (
    options_of_record,
    options_record,
    rating_of_record,
    rating_record,
)
from sudoku_engine.plugins.component import Component, Failure
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.testing.boards_with_solutions import Position
from sudoku_engine.testing.own_work.audit import listen
from sudoku_engine.testing.own_work.code_owners import CodeOwner
from sudoku_engine.testing.own_work.held_boards import Held
from sudoku_engine.testing.own_work.watch import Deed, Watched
from sudoku_engine.testing.plugin_calls import (
    TRACES,
    LocalCalls,
    Output,
    StrategyAnswer,
    Traces,
    Unusable,
    Work,
    traces_of,
)
from sudoku_engine.transform.transformation import Transformation

if TYPE_CHECKING:
    from types import CodeType

    from sudoku_engine.guests.guest import Guest
    from sudoku_engine.guests.plugin_host import PluginHost

Given = Mapping[str, Any]

TASKS = __name__  # the module that prepares the guests
MOST_AT_ONCE = 32  # the most boards that a request has
AT_ONCE = 0.05  # the seconds that a request should take, so that few calls are made in vain
MOST_KEPT = 4096  # the number of boards and steps that are kept, since most pass more than once

FORGED = "it sends what only the engine may send"
"""The fault of a plugin whose guest says what no guest of ours says."""


class Odd:
    """Stands for an object that cannot pass; Python writes it as it writes the object."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


class Code(NamedTuple):
    """A function, with the names that its code object has for them."""

    co_name: str
    co_filename: str
    co_firstlineno: int


def claim(value: Any, file: str) -> Any:
    """Return the data for JSON of a `value` that the plugin in `file` gave.

    What JSON has is itself; all else is a list of a word for its form, and its data.
    """
    if value is None or type(value) in (bool, int, float, str):
        return value
    if isinstance(value, StrategyAnswer):
        return ["answer", _answer_claim(value, file)]
    if type(value) in (list, tuple):
        return ["items", [claim(each, file) for each in value]]
    if isinstance(value, Failure):
        return ["failure", [value.why, value.line, claim(value.error, file)]]
    if isinstance(value, BaseException):
        return ["error", _error_claim(value, file)]
    if isinstance(value, Verdict | Puzzle):
        word = "verdict" if isinstance(value, Verdict) else "puzzle"
        return [word, [claim(each, file) for each in value]]
    for kind, word, write in _PLAIN:
        if isinstance(value, kind):
            return [word, write(value)]
    return ["odd", brief(value)]


@reads("a claim")
def value_of(data: Any) -> Any:
    """Return the value of the `data` of a claim."""
    if not isinstance(data, list):
        return data
    word, inner = data
    return _READERS[word](inner)


def _values(data: Sequence[Any]) -> list[Any]:
    return [value_of(each) for each in data]


@cache
def _layout_text(layout: Layout) -> str:
    return json.dumps(layout_record(layout))


@lru_cache(64)
def _layout(text: str) -> Layout:
    return layout_of(json.loads(text))


@lru_cache(MOST_KEPT)
def _grid_text(grid: Grid) -> str:
    parts = [_layout_text(grid.layout), grid.digits, grid.masks, grid.given, grid.marks]
    return json.dumps(parts)


@lru_cache(MOST_KEPT)
def _grid(text: str) -> Grid:
    layout, digits, masks, given, marks = json.loads(text)
    return Grid(_layout(layout), digits, masks=masks, given=given, marks=marks)


def _passed(value: Any) -> Any:
    """Return the data for JSON of a `value` of a request; a board passes with all its parts."""
    return ["board", _board_text(value)] if isinstance(value, Grid) else claim(value, "")


def _received(data: Any) -> Any:
    """Return the value of a request: it comes from the host, so a board is not checked."""
    return _board(data[1]) if isinstance(data, list) and data[0] == "board" else value_of(data)


@lru_cache(MOST_KEPT)
def _board_text(grid: Grid) -> str:
    parts = {name: getattr(grid, name) for name in Grid.__slots__}
    return json.dumps({**parts, "layout": _layout_text(grid.layout)})


@lru_cache(MOST_KEPT)
def _board(text: str) -> Grid:
    parts = json.loads(text)
    parts["layout"] = _layout(parts["layout"])
    values = (parts[name] for name in Grid.__slots__)
    return restored(*(tuple(each) if isinstance(each, list) else each for each in values))


def _moves_claim(moves: Transformation) -> Any:
    return [_layout_text(moves.layout), moves.cells, moves.digits]


def _moves(data: Any) -> Transformation:
    layout, cells, digits = data
    return Transformation(_layout(layout), tuple(cells), tuple(digits))


def _answer_claim(answer: StrategyAnswer, file: str) -> Any:
    layout = answer.grid.layout
    given = [_thing_claim(thing, layout) for thing in answer.given]
    error = claim(answer.error, file)
    return [given, answer.lines, answer.why, answer.line, error, answer.changed, answer.seconds]


def _thing_claim(thing: Any, layout: Layout) -> list[str]:
    """Return the text of something that a strategy gave on a board of this `layout`."""
    if not isinstance(thing, Step):
        return ["odd", brief(thing)]
    try:
        record = step_record(thing, layout)
        foreign = [house for house in thing.houses if house.layout is not layout]
    except Exception:  # it was changed by force
        return ["odd", brief(thing)]
    if foreign:
        record["foreign"] = [[_layout_text(house.layout), house.name] for house in foreign]
    return ["step", json.dumps(record)]


@lru_cache(MOST_KEPT)
def _thing(word: str, text: str, layout: Layout) -> Any:
    if word != "step":
        return Odd(text)
    data = json.loads(text)
    step = step_of(data, layout)
    if "foreign" not in data:
        return step
    foreign = [_layout(text).house(name) for text, name in data["foreign"]]
    return step.replace(houses=[*step.houses, *foreign])


@reads("an answer")
def answer_of(data: Any, grid: Grid) -> StrategyAnswer:
    """Return the answer of a strategy on `grid`."""
    word, (given, lines, why, line, error, changed, seconds) = data
    if word != "answer" or len(given) != len(lines):
        raise RecordError("this is no answer of a strategy")
    things = tuple([_thing(*each, grid.layout) for each in given])
    own, places = value_of(error), tuple(map(int, lines))
    return StrategyAnswer(
        grid, things, places, str(why), int(line), own, str(changed), max(float(seconds), 0.0)
    )


def _error_claim(error: BaseException, file: str) -> Any:
    own, every, frames = traces_of(error, file)
    columns = ("colno", "end_colno")
    places = [
        [each.filename, each.lineno, each.name, *(getattr(each, name, None) for name in columns)]
        for each in frames
    ]
    owner = type(getattr(error, "obj", None)).__name__
    bases = [kind.__name__ for kind in type(error).__mro__ if kind.__module__ == "builtins"]
    name = getattr(error, "name", None)
    known = name if isinstance(name, str) else None
    return [type(error).__name__, bases, _words(error), known, owner, own, every, places]


def _words(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:
        return error_text(error)


def _error(data: Any) -> BaseException:
    """Return an error with the same words; it is never raised, only looked at."""
    name, bases, words, missing, owner, own, every, places = data
    error = _kind(str(name), tuple(map(str, bases)))(str(words))
    if isinstance(error, AttributeError | NameError):
        error.name = missing
    if isinstance(error, AttributeError):
        error.obj = _example(str(owner))
    frames = [_frame(*place) for place in places]
    vars(error)[TRACES] = Traces(str(own), str(every), frames)
    return error


@lru_cache(256)
def _kind(name: str, bases: tuple[str, ...]) -> type[BaseException]:
    """Return a class of errors with this `name`, of the first of Python's `bases` that fits."""
    for base in (*bases, "Exception"):
        kind = vars(builtins).get(base)
        if isinstance(kind, type) and issubclass(kind, BaseException):
            made = kind if name == base else type(name, (kind,), {})
            try:
                made("")
            except TypeError:  # one that needs more than words
                continue
            return made
    return Exception


@cache
def _example(owner: str) -> object:
    layout = Layout.named()
    known = (Grid(layout, [0] * len(layout.cells)), layout, layout.rows[0], layout.cells[0])
    return next((each for each in known if type(each).__name__ == owner), None)


def _frame(file: str, line: int, name: str, colno: Any, end_colno: Any) -> Any:
    frame: Any = traceback.FrameSummary(file, line, name, lookup_line=False)
    frame.colno, frame.end_colno = colno, end_colno
    return frame


def _watched_claim(seen: Watched) -> Any:
    code = seen.deepest
    deepest = code and [code.co_name, code.co_filename, code.co_firstlineno]
    deeds = [[deed.owner.name, *deed[1:]] for deed in seen.deeds]
    return [deeds, seen.depth, deepest, seen.has_branches, seen.calls]


def _watched(data: Any) -> Watched:
    deeds, depth, deepest, has_branches, calls = data
    code = cast("CodeType", Code(*deepest)) if deepest else None
    found = [
        Deed(CodeOwner[owner], str(what), str(file), int(line), tuple(entered), _held(held))
        for owner, what, file, line, entered, held in deeds
    ]
    unknown = Position(_EMPTY, (), "")
    return Watched(unknown, found, int(depth), code, bool(has_branches), int(calls))


def _held(data: Any) -> Held | None:
    return data and Held(bool(data[0]), data[1] and Candidate(*map(int, data[1])))


_EMPTY = Grid(Layout.named(), [0] * 81)

_PLAIN: tuple[tuple[type, str, Callable[[Any], Any]], ...] = (
    (Grid, "grid", _grid_text),
    (Layout, "layout", _layout_text),
    (Transformation, "moves", _moves_claim),
    (Rating, "rating", rating_record),
    (Watched, "watched", _watched_claim),
)

_READERS: Mapping[str, Callable[[Any], Any]] = {
    "odd": Odd,
    "items": _values,
    "failure": lambda data: Failure(str(data[0]), int(data[1]), value_of(data[2])),
    "error": _error,
    "verdict": lambda data: Verdict(*_values(data)),
    "puzzle": lambda data: Puzzle(*_values(data)),
    "grid": _grid,
    "layout": _layout,
    "moves": _moves,
    "rating": rating_of_record,
    "watched": _watched,
}
"""What reads the data of each form."""


class GuestCalls:
    """Calls of a component in the guest of a `host`; see `plugin_calls.Calls`."""

    def __init__(self, host: PluginHost, component: Component, limit: float) -> None:
        """Prepare calls of `limit` seconds."""
        self.output = Output()
        self._host = host
        self._component = component
        self._about = {
            "kind": component.kind,
            "id": component.id,
            "options": options_record(component.options),
            "limit": limit,
        }
        self._at_once = 1

    def results(self, work: Work, requests: Sequence[tuple[Any, ...]]) -> Iterator[Any]:
        """Yield the result of each of the `requests`; raise GuestDied, too.

        Several boards pass at once. What ends the calls is raised when its turn comes.
        """
        done = 0
        while done < len(requests):
            part = requests[done : done + self._at_once]
            done += len(part)
            begun = monotonic()
            found: list[Any] = []
            end = self._fill(found, work, part)
            seconds = (monotonic() - begun) / len(part)
            self._at_once = max(1, min(2 * len(part), MOST_AT_ONCE, int(AT_ONCE / seconds)))
            yield from found
            if end is not None:
                raise end

    def _fill(
        self, found: list[Any], work: Work, requests: Sequence[tuple[Any, ...]]
    ) -> Exception | None:
        """Fill `found` with the results of `requests`; return what ends the calls, if anything."""
        from sudoku_engine.guests.host import GuestDied  # only in the host: it is slow to load

        given = {
            **self._about,
            "work": [work.__module__, work.__qualname__],
            "requests": [[*map(_passed, request)] for request in requests],
        }
        try:
            for record in self._host.loaded_results("call", given):
                found.append(self._result(record, requests[len(found)]))
        except (GuestDied, Unusable, GaveUp) as end:
            return end
        except (RecordError, LookupError, TypeError, ValueError):
            pass
        else:
            if len(found) == len(requests):
                return None
        return Unusable(FORGED, None, self._component.line)

    def _result(self, record: Any, request: tuple[Any, ...]) -> Any:
        """Return the result in a `record` of the guest; raise what it says."""
        grid = request[0] if request and isinstance(request[0], Grid) else None
        if "unusable" in record:
            why, line, is_late = record["unusable"]
            raise Unusable(str(why), grid, int(line) or self._component.line, bool(is_late))
        if "gave_up" in record:
            raise GaveUp(str(record["gave_up"]))
        if "printed" in record:
            count, kept = record["printed"]
            self.output.count, self.output.kept = int(count), str(kept)
        data = record["is"]
        if grid is not None and isinstance(data, list) and data[0] == "answer":
            return answer_of(data, grid)
        return value_of(data)


def prepare(guest: Guest) -> None:
    """Add the tasks to the `guest`."""
    listen(guest)
    loaded = _Loaded(guest)
    guest.tasks.update(load=loaded.load, call=loaded.call)


class _Loaded:
    """The plugins of a guest, and the calls of their components."""

    def __init__(self, guest: Guest) -> None:
        self._guest = guest
        self._calls: dict[str, LocalCalls] = {}

    def load(self, given: Given) -> Iterator[Any]:
        """Load the plugins; yield their catalog."""
        self._guest.is_guarded = True
        self._registry = Registry(given["load_seconds"])
        self._registry.load(given["paths"], given["disable"], given["lost"])
        yield catalog_record(self._registry)

    def call(self, given: Given) -> Iterator[Any]:
        """Call a component; yield the result of each request, or why there are no more."""
        key = repr([given[name] for name in ("kind", "id", "options", "limit")])
        if key not in self._calls:
            component = self._registry.find(given["kind"], given["id"])
            component = component.with_options(options_of_record(given["options"]))
            self._calls[key] = LocalCalls(component, given["limit"])
        calls = self._calls[key]
        self._guest.is_guarded = not calls.component.is_bundled
        printed = calls.output.count
        requests = [tuple(map(_received, request)) for request in given["requests"]]
        try:
            for result in calls.results(_work(*given["work"]), requests):
                record = {"is": claim(result, calls.component.file)}
                if calls.output.count != printed:
                    printed = calls.output.count
                    record["printed"] = [printed, calls.output.kept]
                yield record
        except Unusable as end:
            yield {"unusable": [end.why, end.line, end.is_late]}
        except GaveUp as error:
            yield {"gave_up": error.what}


def _work(module: str, name: str) -> Work:
    """Return the function with this `name` in a `module` of ours."""
    found = import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    return cast(Work, found)
