"""Steps and faults in words: as a line, as a hint, as sentences, each for a person.

The notation of some steps, such as nets or wrong steps, has thousands of characters. A shortened
notation counts the digits that it leaves out of a net, ``... 16 more ...``, and ends other patterns
and effects with ``…``. It does not read back. `Step.pattern`, `Step.eliminations` and records for
programs are always complete.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, TextIO

from sudoku_engine.api.events import Author, Ended, Event, Faulted, Rejected, Stepped
from sudoku_engine.board.layout import House, Layout
from sudoku_engine.board.say import Said, Words, say, tell, tell_name
from sudoku_engine.board.step import Step
from sudoku_engine.board.text_board import one_line, styled, wrapped
from sudoku_engine.board.words import capitalized, sentence, symbol
from sudoku_engine.errors import PluginError, place

LONGEST = 240
"""The most characters of a pattern that stays whole: three lines."""

LONGEST_EFFECT = 120
"""The most characters of an effect, or of the cells that a step names, that stay whole."""

MOST_DIGITS = 2
"""The number of digits that a shortened pattern keeps of each net."""

MOST_CASES = 6
"""The most cases that a hint shows unasked."""


def short_notation(step: Step, layout: Layout, longest: int = LONGEST_EFFECT) -> str:
    """Return the notation of `step`, with a long pattern or effect shortened.

    A net keeps its first digits and its end, several nets only the first net, any other pattern its
    first parts, and an effect its first digits and cells. `longest`: the most characters of an
    effect.
    """
    whole = step.notation(layout)
    if len(whole) <= longest:
        return whole
    pattern, _, effect = whole.rpartition(" => ")
    pattern, effect = _short_pattern(step, pattern), _cut(effect, longest)
    return f"{pattern} => {effect}" if pattern else effect


def _short_pattern(step: Step, pattern: str) -> str:
    nets = nets_of_cases(step)
    if not nets:
        return _cut(pattern, LONGEST if step.pattern else LONGEST_EFFECT)
    if len(nets) < 3:
        return "; ".join(map(_shortened, nets))
    return f"{_shortened(nets[0])}; ... {len(nets) - 1} more nets ..."


def _cut(text: str, longest: int) -> str:
    if len(text) <= longest:
        return text
    return f"{text[:longest].rpartition(' ')[0] or text[:longest]} …"


def _shortened(net: str) -> str:
    digits, arrow, end = net.partition(" -> ")
    first = digits.split(", ")
    more = len(first) - MOST_DIGITS
    if more < 2:
        return net
    return f"{', '.join(first[:MOST_DIGITS])}, ... {more} more ...{arrow}{end}"


def nets_of_cases(step: Step) -> list[str]:
    """Return the part of a long pattern for each case; empty for a short pattern.

    A ``;`` separates chains too, but chains are short enough.
    """
    nets = step.pattern.split("; ")
    is_long = len(step.pattern) > LONGEST and all(" -> " in net for net in nets)
    return nets if is_long and len(nets) == len(step.branches) else []


Depth = Literal["where", "what", "why"]

DEPTHS: tuple[Depth, ...] = ("where", "what", "why")
"""The stages of a hint; each includes all stages before it."""

MOST_HOUSES = 3
"""The most houses that a person can look at together."""


def hint_text(event: Stepped, depth: Depth, is_whole: bool = False) -> str:
    """Return a hint for the step of `event`: where to look, what to look for, or also why.

    `is_whole`: whether all cases are shown, even many.
    """
    layout = event.grid.layout
    where, technique = _where(event, layout), event.strategy.name
    if depth == "where":
        return tell("Look at {where}.", where=where)
    if depth == "what":
        return tell("Look for: {technique} in {where}.", technique=technique, where=where)
    name = f"{tell(technique)}: {short_notation(event.step, layout)}"
    why = why_texts(event.step)
    if not has_many_cases(event.step) or is_whole:
        return "\n".join([name, *why])
    cases = tell("It has {n:#} cases.", n=len(event.step.branches))
    return "\n".join([name, cases, why[-1]])


def has_many_cases(step: Step) -> bool:
    """Return whether `step` has more cases than a hint shows unasked."""
    return len(step.branches) > MOST_CASES


def case_words(step: Step, place: int) -> Words:
    """Return the title of a branch, with its number if there are several.

    A title that begins with ``then`` continues the branch before.
    """
    title, number = step.branches[place].said, len(step.branches)
    if number == 1:
        return title
    is_one_case = all(branch.title.startswith("then ") for branch in step.branches[1:])
    return say(
        "Part {place:#} of {number:#}: {title}"
        if is_one_case
        else "Case {place:#} of {number:#}: {title}",
        place=place + 1,
        number=number,
        title=title,
    )


def why_texts(step: Step) -> list[str]:
    """Return why a step is true, in sentences: its cases, if there are several, and its reason.

    The sentences name the clues that it uses, too.

    Nets that `short_notation` leaves out are added to their cases.
    """
    places = range(len(step.branches))
    nets = nets_of_cases(step)
    is_told = nets or len(places) > 1
    cases = [capitalized(tell(case_words(step, place))) for place in places if is_told]
    if nets:
        cases = [f"{case}: {net}" for case, net in zip(cases, nets)]
    others = [tell_name(str(clue)) for clue in step.clues if str(clue) not in step.reason]
    used = tell("this uses {clues}", clues=others) if others else ""
    return [sentence(text) for text in (*cases, tell(step.said), used) if text]


def nothing_text(ended: Ended, what: str = "", strategies: Sequence[str] = ()) -> str:
    """Return why a run that `ended` has no step, or no step with the wanted property `what`.

    `strategies`: those that took part, if a person chose them.
    """
    if ended.outcome == "solved":
        return tell("The board is solved already.")
    if ended.outcome == "contradiction":
        return mistake_text(ended.why)
    if strategies:
        names = [tell(name) for name in strategies]
        return tell("There is no step of {names:or} on this board{what}.", names=names, what=what)
    return tell("No strategy finds a step{what}.", what=what)


def mistake_text(why: Words) -> str:
    """Return the message that the board cannot be solved, and `why`."""
    return tell("There is a mistake on the board: {why}.", why=why)


def houses_to_look_at(step: Step) -> tuple[House, ...]:
    """Return the houses of the step, as the place to begin.

    The cover of a fish is left out, since it would tell too much. If there are still too many
    houses, the result is the house with most of the step's cells, or empty if the step has only one
    digit, which says more.
    """
    houses = _houses(step)
    if len(houses) <= MOST_HOUSES:
        return houses
    if len({digit for _, digit in step.grounds}) == 1:
        return ()
    cells = {cell for cell, _ in step.grounds or (*step.placements, *step.eliminations)}
    return (max(houses, key=lambda house: len(cells.intersection(house.cells))),)


def _houses(step: Step) -> tuple[House, ...]:
    return step.house_roles.get("base") or step.houses


def _where(event: Stepped, layout: Layout) -> Said:
    """Return the place to begin: the houses, the digit, or the cells of the step."""
    step = event.step
    houses = houses_to_look_at(step)
    if len(_houses(step)) > MOST_HOUSES:
        if houses:
            return say("{house} and around", house=houses[0])
        return say("the {digit}s", digit=symbol(step.grounds[0].digit, layout.signs))
    cells = {cell for cell, _ in step.grounds or (*step.placements, *step.eliminations)}
    return say("{places}", places=houses or [layout.cells[cell] for cell in sorted(cells)])


INDENT = " " * 5
"""The indent of lines that belong to a step."""


def step_line(event: Stepped, out: TextIO, remark: str = "") -> str:
    """Return the step of `event` as a line for `out`; a plugin's step ends with the plugin's file.

    ``  2. Naked Pair: 1,8 in r48c4 => r57c4<>1, r7c4<>8``

    A long line is broken on a terminal, but stays one line for a program that reads it.
    """
    line = " " * (3 - len(str(event.number))) + step_text(event) + remark
    name = tell(event.strategy.name)
    return one_line(line, out, INDENT).replace(name, styled(name, out, bold=True), 1)


def reason_lines(step: Step, out: TextIO) -> list[str]:
    """Return the lines of the cases of a `step` and of its reason."""
    return [wrapped(INDENT + text, out, INDENT) for text in why_texts(step)]


def step_text(event: Stepped) -> str:
    """Return the step of `event` as a line without style; a plugin's step ends with its file."""
    author = event.strategy
    line = f"{event.number}. {tell(author.name)}: {short_notation(event.step, event.grid.layout)}"
    return f"{line}   [{author.plugin}]" if author.plugin else line


def step_counts(event: Ended, authors: Mapping[str, Author]) -> str:
    """Return the number of steps of each of the `authors`, in the order in which they are tried.

    ``40 Full House, 3 Naked Pair [my_strategy.py]``
    """
    counts = event.counts
    return ", ".join(
        f"{counts[author.id]} {author_text(author)}"
        for author in authors.values()
        if author.id in counts
    )


def author_text(author: Author) -> str:
    """Return the name of an event's strategy, and its file if it belongs to a person."""
    return str(author._replace(name=tell(author.name)))


def is_only_slow(event: Event) -> bool:
    """Return whether a bundled strategy was stopped: the board is hard, but nothing is wrong."""
    return isinstance(event, Faulted) and not (event.strategy.plugin or event.error)


def fault_text(fault: Faulted | Rejected, consequence: str = "") -> str:
    """Return a fault in one line: where, which strategy, its `consequence`, and why."""
    strategy = fault.strategy
    if isinstance(fault, Faulted) and isinstance(fault.error, PluginError) and not strategy.plugin:
        return f"{strategy.id}: {fault.why}"  # a bundled strategy that lacks a library: no fault
    if is_only_slow(fault):
        return f"{strategy.id}{consequence.removeprefix(' and')}: {fault.why} on this board"
    where = place(strategy.plugin, fault.line) if strategy.plugin else "bundled"
    return f"{where}: {strategy.id} is at fault{consequence}: {fault.why}"
