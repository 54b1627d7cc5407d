"""The place that matters in a call of a strategy, and the lines whose conditions are worked out.

That is where its variables hold most of the step that it should find, or where a wrong step is
made, or an error raised.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sudoku_engine import Cell, Grid, House, Step
from sudoku_engine.board.step import COVER
from sudoku_plugins.kit.technique_comparison import changes_of
from sudoku_plugins.reasons.reasons import confining_houses
from sudoku_plugins.trace.lookup import Parts, Wanted
from sudoku_plugins.trace.shown import shown
from sudoku_plugins.trace.statements import header_parts, names_in
from sudoku_plugins.trace.survey import MOST_LINES, NOTHING, Change, Survey

MOST_MOMENTS = 600  # moments of a trace
AFTER = 100  # moments after the place that matters
MOST_LOOKS = 80  # lines whose conditions are worked out in every part


class Focus(NamedTuple):
    """The events that matter."""

    kept: range
    """The events whose moments are kept, besides the first ones."""
    looks: frozenset[int]
    """Those whose conditions are worked out in every part."""


class Window(NamedTuple):
    """Events during which the variables hold a part of the step that is wanted."""

    begin: int
    end: int
    parts: Parts


def windows_of(survey: Survey) -> Iterator[Window]:
    """Yield the windows between changes of what is held of the pattern."""
    held: dict[int, dict[str, Parts]] = {}
    begin, parts = 0, NOTHING
    for change in [*survey.changes, Change(len(survey.events), -1, "", NOTHING)]:
        if change.name:
            held.setdefault(change.call, {})[change.name] = change.parts
        else:
            held.pop(change.call, None)
        every = (part for names in held.values() for each in names.values() for part in each)
        now = frozenset(part for part in every if part[0] != "target")
        if now != parts or change.call < 0:
            if change.event > begin:
                yield Window(begin, change.event, parts)
            begin, parts = change.event, now


def _nearness(parts: Parts, wanted: Wanted) -> tuple[bool, int, bool, int]:
    """Return how near one is to the step that is `wanted` with these parts in hand.

    A single cell lies in several houses, and any loop comes to a single digit: so they count less.
    """
    kinds = [kind for kind, _ in parts]
    has_digits = kinds.count("digit") == len(wanted.digits)
    cells = kinds.count("cell")
    return cells == len(wanted.cells), kinds.count("house"), has_digits, cells


def _n_lines(survey: Survey, window: Window) -> int:
    return len({*survey.events[window.begin : window.end]})


def wanted_of(step: Step, grid: Grid) -> Wanted:
    """Return the parts of a `step` that a function must look at to find it."""
    claims = (*step.placements, *step.eliminations)
    cells = frozenset(int(cell) for cell, _ in step.grounds or claims)
    digits = frozenset(digit for _, digit in step.grounds or claims)
    base = confining_houses(step) if COVER in step.house_roles else step.houses
    houses = base or grid.layout.houses_with(cells)
    names = frozenset(house.name for house in houses)
    targets = frozenset(int(cell) for cell, _ in claims)
    return Wanted(cells, digits, names, targets, grid.layout.n)


def _for_witness(survey: Survey, wanted: Wanted, found: dict[str, Any]) -> Focus:
    """Return where the function came nearest to the step that is wanted; fill what was found.

    The window is where it holds most parts of the step, and goes on longest; the span around it is
    where it holds the same house and digit.
    """
    windows = [*windows_of(survey)]
    window = max(
        (each for each in windows if each.parts),
        key=lambda each: (_nearness(each.parts, wanted), _n_lines(survey, each), each.begin),
        default=None,
    )
    last = len(survey.events)
    has_all = window is not None and _nearness(window.parts, wanted)[0]
    if window is None or (last >= MOST_LINES and not has_all):
        found["is_cut"] = last >= MOST_LINES
        window = Window(max(last - 1, 0), last, NOTHING)
    kinds = ("house", "digit") if len(wanted.digits) == 1 else ("house",)
    steady = frozenset(each for each in window.parts if each[0] in kinds)
    span = _span(windows, window, steady)
    looks = [*_latest(survey, span.start, window.begin)]
    looks += [*range(window.begin, min(window.end, window.begin + MOST_LOOKS))]
    looks += _latest(survey, window.end, span.stop)
    looks += _latest(survey, max(last - 3, 0), last)
    held = {value for kind, value in window.parts if kind == "cell"}
    missing = sorted(wanted.cells - held)
    found["window"] = [window.begin, window.end, sorted(window.parts, key=str)]
    found |= {"missing": missing, "span": [span.start, span.stop], "singles": []}
    for cell in missing[:3]:
        if single := _single(windows, cell, steady, span):
            found["singles"].append([single.begin, single.end])
            looks += [*range(single.begin, min(single.end, single.begin + 20))]
    found["unwalked"] = _unwalked(survey, wanted, window)
    end = min(window.end + AFTER, last)
    return Focus(range(max(end - MOST_MOMENTS, 0), end), frozenset(looks[-3 * MOST_LOOKS :]))


def _single(windows: Sequence[Window], cell: int, steady: Parts, span: range) -> Window | None:
    parts = steady | {("cell", cell)}
    return next((w for w in windows if w.begin >= span.start and parts <= w.parts), None)


def _span(windows: Sequence[Window], window: Window, steady: Parts) -> range:
    if not steady or window not in windows:
        return range(window.begin, window.end)
    first = last = windows.index(window)
    while first and steady <= windows[first - 1].parts:
        first -= 1
    while last + 1 < len(windows) and steady <= windows[last + 1].parts:
        last += 1
    return range(windows[first].begin, windows[last].end)


def _latest(survey: Survey, begin: int, end: int) -> list[int]:
    latest = {survey.events[event]: event for event in range(begin, end)}
    return sorted(latest.values())[-MOST_LOOKS:]


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
        is_missed = kind not in held and not has & {*parts}
        if parts and len(types) == 1 and len(values) > 1 and is_missed:
            found.append([line, name, kind, parts, shown([*values])])
    return found


def for_step(survey: Survey, wrong: Step) -> Focus | None:
    """Return the lines that led to a wrong step; None if it was not handed out again."""
    at = next((at for at, step in survey.steps() if step == wrong), None)
    if at is None:
        return None
    way = [at]
    while (before := _source(survey, way[-1])) is not None:
        way.append(before)
    looks = {guard for event in way for guard in _guards(survey, event)}
    kept = range(max(at + 1 - MOST_MOMENTS, 0), at + 1)
    return Focus(kept, frozenset({*way, *looks}))


def _source(survey: Survey, at: int) -> int | None:
    call, line = survey.events[at]
    node = survey.calls[call].plan.statements[line]
    names = {name for part in header_parts(node) for name in names_in(part)}
    entered = (survey.entered.get((call, name), at) for name in names)
    return max((event for event in entered if event < at), default=None)


def _guards(survey: Survey, at: int) -> Iterator[int]:
    """Yield the latest events of the loops and conditions that let an event come."""
    call, line = survey.events[at]
    latest = {survey.events[e][1]: e for e in range(at) if survey.events[e][0] == call}
    guards = survey.calls[call].plan.guards.get(line, ())
    yield from (latest[each] for each in guards if each in latest)


def same_step(survey: Survey, witness: Step | None, grid: Grid) -> Step | None:
    """Return the step handed out that does most of the `witness`, if all of it is done."""
    if witness is None:
        return None
    wanted = changes_of([witness], grid)
    steps = [step for _, step in survey.handed]
    if not wanted <= changes_of(steps, grid):
        return None
    return max(steps, key=lambda step: len(wanted & changes_of([step], grid)))


def elsewhere(survey: Survey, wanted: Wanted | None, found: dict[str, Any]) -> Focus:
    """Return the focus where no step is made: an error, the way of a wanted part, or the end."""
    last = len(survey.events)
    if found["ended"]:
        at = found["raised"] = survey.raised if survey.raised >= 0 else last - 1
        return Focus(range(max(at - MOST_MOMENTS, 0), at + 1), frozenset([at]))
    if wanted is not None:
        return _for_witness(survey, wanted, found)
    found["is_cut"] = last >= MOST_LINES
    return Focus(range(max(last - MOST_MOMENTS, 0), last), frozenset())
