"""What the kit says about wrong strategies and wrong steps, as texts that a person can read.

The files ``*.txt`` have some hundreds of wrong bodies and steps, each with its advice. Write them
anew after a change of what is said::

    python -m tests.kit.advice.make

and read the difference before it is committed.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from sudoku_engine import Candidate, Grid, Step
from sudoku_engine.api.event_text import short_notation
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.solving.guard import malformed
from sudoku_engine.testing import Finding, bundled_kit
from sudoku_plugins.kit.advice import advice_on_changes, advice_on_silence, with_advice
from sudoku_plugins.kit.advice.code import advice_on_lateness, cause_of_silence
from sudoku_plugins.kit.advice.features import what_is_missed
from sudoku_plugins.kit.advice.slips import slips_in
from sudoku_plugins.kit.advice.step_advice import advice_on_step
from sudoku_plugins.kit.boards_with_solutions import Position, kept_positions, technique_boards
from sudoku_plugins.kit.checks.strategy.reasons import ReasonReader, missing_reason
from sudoku_plugins.kit.plugin_calls import Caller, StrategyAnswer, Unusable
from tests.support import wrong_strategies as wrong
from tests.support.wrong_bodies import HELPERS, NAMES, OTHERS, SILENT, STRATEGY, TOLD

FOLDER = Path(__file__).parent

FAMILIES = ("", "subsets", "fish", "wings", "uniqueness", "coloring", "chains", "als")
"""The families of which a wrong body is taken, besides its own."""

PUZZLES = 4
"""How many puzzles wrong files are tried on, besides boards of techniques."""

SLOW = ("mutant", "whale", "leviathan", "kraken")
"""Parts of the ids of techniques that take long to find."""

NODES = 3_000
"""How much the reading of a reason may search."""

MOST_SAID = 3
"""The number of different sentences on one file that are kept."""

ENDING = "sys.exit", "os._exit", "a megabyte", "steps without an end", "memory", "back door"
"""Words of the names of wrong files that do more than find wrong steps."""


@cache
def boards() -> Sequence[Position]:
    """Return some boards of all kinds, and of techniques that wrong files name."""
    common = [position for way in kept_positions("9x9")[:PUZZLES] for position in way[:2]]
    names = ("xy_wing", "w_wing", "skyscraper", "unique_rectangle_1", "simple_colors", "x_wing")
    return [*common, *(each for name in names for each in technique_boards(name)[:1])]


def loaded(folder: str, name: str, text: str) -> list[Component]:
    """Return the strategies of a file with this `text`."""
    file = Path(folder) / f"{name}.py"
    file.write_text(text, encoding="utf-8")
    registry = Registry()
    registry.load([str(file)])
    return [each for each in registry.plugins[-1].components if each.kind == "strategy"]


def said_of(component: Component, families: Sequence[str]) -> Iterator[str]:
    """Yield the different sentences on the answers of `component` on the boards, by family."""
    caller = Caller(component, 60.0)
    seen: list[tuple[Position, StrategyAnswer]] = []
    end = []
    for position in boards():
        try:
            seen.append((position, caller.answer(position.grid)))
        except Unusable as error:
            end.append(f"({error.why})")
            break
    for family in families:
        said: dict[str, None] = {}
        for finding in _findings(seen):
            advised = with_advice(component, finding, family or component.family)
            said.setdefault(advised.advice or "nothing")
            if len(said) == MOST_SAID:
                break
        yield from (f"{family or 'steps'}: {each}" for each in [*said, *end])


def _findings(seen: Sequence[tuple[Position, StrategyAnswer]]) -> Iterator[Finding]:
    """Yield what is wrong with the answers, each as a check says it."""
    for position, answer in seen:
        if answer.why or answer.changed:
            why = answer.why or f"it changes {answer.changed}"
            yield Finding(why, position.grid, error=answer.error, line=answer.line)
            continue
        for each in answer.given:
            if not isinstance(each, Step):
                yield Finding(f"it gave {each!r}, which is not a Step", position.grid)
            elif why := malformed(each, position.grid):
                yield Finding(why, position.grid, each)
            elif is_false(each, position):
                yield Finding("it is false", position.grid, each)


def is_false(step: Step, position: Position) -> bool:
    """Return whether `step` contradicts the solution, or cannot be carried out."""
    digits, grid = position.solution, position.grid
    changes = (*step.placements, *step.eliminations)
    return (
        any(digits[cell] != digit for cell, digit in step.placements)
        or any(digits[cell] == digit for cell, digit in step.eliminations)
        or not changes
        or any(digit not in grid.candidates(cell) for cell, digit in changes)
    )


def files(bodies: dict[str, str], families: Sequence[str] = ("",)) -> str:
    """Return what is said of each of these bodies of a strategy."""
    lines = []
    with TemporaryDirectory() as folder:
        for number, (name, body) in enumerate(bodies.items()):
            text = STRATEGY.format(number=f"{number}", body=body.strip("\n"), more="")
            text = HELPERS + text.replace("mine_me", f"mine_{number}")
            lines += described(folder, f"file_{number}", name, text, families)
    return "\n".join(lines)


def whole_files(texts: dict[str, wrong.Wrong]) -> str:
    """Return what is said of each of these files."""
    lines = []
    with TemporaryDirectory() as folder:
        for number, (name, each) in enumerate(texts.items()):
            if not any(words in name for words in ENDING):
                text = wrong.IMPORTS + each.text
                lines += described(folder, f"file_{number}", name, text)
    return "\n".join(lines)


def described(
    folder: str, file: str, name: str, text: str, families: Sequence[str] = ("",)
) -> Iterator[str]:
    """Yield the lines on a file with this `text`: what its code shows, and what its steps do."""
    yield f"## {name}"
    for component in loaded(folder, file, text):
        path = component.file
        for slip in slips_in(path):
            yield f"code, {slip.kind}: {slip.in_words}"
        silent = cause_of_silence(component)
        yield f"if silent: {silent.in_words if silent else advice_on_silence(component)}"
        yield f"if unsteady: {advice_on_changes(component)}"
        yield f"if late: {advice_on_lateness(path, boards()[0].grid)}"
        if "late" in {slip.kind for slip in slips_in(path)}:
            continue
        yield from said_of(component, families)
    yield ""


def wrong_steps(family: str, number: int = 2, each: int = 2) -> str:
    """Return what is said of wrong steps that are made from right ones of a `family`.

    `number`: how many boards of each technique are taken; `each`: how many steps of each board.
    """
    lines = []
    for technique in bundled_kit().ours:
        if technique.family == family and not any(part in technique.id for part in SLOW):
            lines.append(f"## {technique.id}")
            for position in technique_boards(technique.id)[:number]:
                for step in islice(technique.call(position.grid) or (), each):
                    lines += of_step(step, position, family)
            lines.append("")
    return "\n".join(lines)


def of_step(step: Step, position: Position, family: str) -> Iterator[str]:
    """Yield what is said of each change of `step`, with its family and without."""
    grid = position.grid
    for change, wrong_step in changed(step, position):
        known = advice_on_step(wrong_step, grid, family)
        guessed = advice_on_step(wrong_step, grid)
        yield f"{change}: {short_notation(wrong_step, grid.layout)}"
        yield f"    {known}"
        if guessed != known:
            yield f"    guessed: {guessed}"


def changed(step: Step, position: Position) -> Iterator[tuple[str, Step]]:
    """Yield changes of `step` that make it false, each with its name."""
    grid, solution = position.grid, position.solution
    cells = [cell for cell, _ in (*step.eliminations, *step.placements)]
    digits = [digit for _, digit in (*step.eliminations, *step.placements)]
    named = {cell for cell, _ in step.grounds}
    open_cells = [cell for cell in grid.open_cells if cell not in named]
    true = [Candidate(cell, solution[cell]) for cell in open_cells]
    if step.placements:
        for cell, digit in step.placements[:1]:
            peers = [Candidate(c, digit) for c in grid.layout.peers(cell) if c in open_cells]
            yield "another digit", step.replace(placements=[Candidate(cell, digit % 9 + 1)])
            for other in peers[:1]:
                yield "another cell", step.replace(placements=[other])
        return
    same = [one for one in true if one.digit in digits]
    near = [one for one in same if any(one.cell in grid.layout.peers(cell) for cell in named)]
    if near:
        yield "what is seen", step.replace(eliminations=near[:1])
    if same:
        yield "what is far", step.replace(eliminations=same[-1:])
    other = [one for one in true if one.cell in cells and one.digit not in digits]
    if other:
        yield "another digit", step.replace(eliminations=other[:1])
    own = [Candidate(c, solution[c]) for c in sorted(named) if not grid.digits[c]]
    if own:
        yield "its own", step.replace(eliminations=own[:1])
    roles = {role: list(group) for role, group in step.because.items()}
    first = next(iter(roles), "")
    gone = near or same or own
    if first and len(roles[first]) > 2 and gone:
        less = {**roles, first: roles[first][:-1]}
        yield "a reason less", step.replace(because=less, eliminations=gone[:1])
        flat = [each for group in roles.values() for each in group][1:]
        yield "no roles", step.replace(because=flat, houses=(), links=(), eliminations=gone[-1:])
    if step.links and gone:
        turned = [(end, start, not strong) for start, end, strong in step.links]
        yield "links turned", step.replace(links=turned, branches=(), eliminations=gone[:1])
    if gone and len(true) > 1:
        strange = [*step.grounds, true[len(true) // 2]]
        yield "a cell more", step.replace(because=strange, eliminations=gone[:1])


CUTS: dict[str, Callable[[Grid, Step], bool]] = {
    "rows": lambda grid, step: any(house.kind == "row" for house in step.houses),
    "boxes": lambda grid, step: any(house.kind == "box" for house in step.houses),
    "the 9": lambda grid, step: any(digit == 9 for _, digit in step.grounds),
    "the first row": lambda grid, step: all(c < 9 for c, _ in step.eliminations),
    "more than two cells": lambda grid, step: len({c for c, _ in step.grounds}) > 2,
    "more than three links": lambda grid, step: len(step.links) > 3,
    "wide cells": lambda grid, step: any(len(grid.candidates(c)) > 3 for c, _ in step.grounds),
    "fins": lambda grid, step: "fin" in step.because,
    "the largest digit": lambda grid, step: (
        {d for _, d in step.eliminations} >= {max((d for _, d in step.grounds), default=0)}
    ),
}
"""What a strategy may leave out."""


def missed_steps(boards_each: int = 4) -> str:
    """Return what is said of techniques that leave out each of the cuts."""
    lines = []
    for technique in bundled_kit().ours:
        if technique.family == "forcing" or technique.score > 400:
            continue
        positions = technique_boards(technique.id)[:boards_each]
        found = [
            (position.grid, step)
            for position in positions
            for step in islice(technique.call(position.grid) or (), 6)
        ]
        lines.append(f"## {technique.id}")
        for name, cut in CUTS.items():
            missed = [each for each in found if cut(*each)]
            rest = [each for each in found if not cut(*each)]
            if told := what_is_missed(missed, rest, rest):
                lines.append(f"{name}: {told}")
        lines.append("")
    return "\n".join(lines)


REASONED = (
    *("hidden_single", "locked_candidates", "naked_pair", "naked_triple", "hidden_pair", "x_wing"),
    *("skyscraper", "simple_colors_trap", "xy_wing", "w_wing", "remote_pair", "xy_chain", "als_xz"),
)
"""The techniques whose reasons are left out one by one."""


def lacking_reasons(boards_each: int = 1) -> str:
    """Return what must be named as well where a step leaves out one of its reasons."""
    lines = []
    for technique in bundled_kit().ours:
        if technique.id not in REASONED:
            continue
        for position in technique_boards(technique.id)[:boards_each]:
            step = next(iter(technique.call(position.grid) or ()), None)
            if step is None or len(step.grounds) < 2:
                continue
            last = step.grounds[-1].cell
            for change, lack in (
                ("one less", step.grounds[1:]),
                ("a cell less", [each for each in step.grounds if each.cell != last]),
            ):
                less = step.replace(because=lack, houses=(), links=(), branches=())
                for like in (None, technique):
                    found = missing_reason(ReasonReader(NODES, NODES), position.grid, less, like)
                    said = f"{found.kind}: {found.words}" if found else "nothing"
                    lines.append(f"{technique.id}, {change}{', known' if like else ''}: {said}")
    return "\n".join([*lines, ""])


NAMED = {f"the name {name}": f"    return {name}" for name in NAMES}

TEXTS: dict[str, Callable[[], str]] = {
    "silent.txt": partial(files, {name: body for name, (body, _) in SILENT.items()}),
    "told.txt": partial(files, TOLD, FAMILIES[:2]),
    "names.txt": partial(files, NAMED),
    "others.txt": partial(files, OTHERS),
    "strategies.txt": partial(whole_files, wrong.ALL),
    "missed.txt": missed_steps,
    "reasons.txt": lacking_reasons,
}
"""What makes the files of this folder, by name."""

TEXTS |= {
    f"steps_of_{family}.txt": partial(wrong_steps, family, *((1, 1) if family == "fish" else ()))
    for family in (
        *("singles", "intersections", "subsets", "patterns", "fish", "wings"),
        *("uniqueness", "coloring", "chains", "als", "forcing"),
    )
}


if __name__ == "__main__":
    for name in sys.argv[1:] or TEXTS:
        (FOLDER / name).write_text(TEXTS[name](), encoding="utf-8", newline="\n")
