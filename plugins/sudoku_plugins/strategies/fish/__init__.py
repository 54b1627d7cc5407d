"""The parts of a fish, its eliminations, and its step.

The *base* of a fish is some houses that each need the digit. Its *cover* is as many houses
that share out the places of the base among them. A place of the base in no cover house is a *fin*,
and a place in two base houses an *endofin*.

Suppose that no fin is true. Then the base houses have their digits in different cells, all of
them in the cover; so each cover house has its digit in the base, and none of these cells is in two
cover houses. Nothing else of the cover can hold the digit. If a fin is true, whatever sees
it cannot hold the digit. So what would be eliminated and sees all fins is false in any case.

Often a base has several covers. Fish that differ only in the cover are called *siamese*.
Here they are one catch, and one step.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from sudoku_engine import Grid, House, Layout, Step, Strategy
from sudoku_engine.board.masks import bits, union
from sudoku_engine.board.say import Said, say
from sudoku_engine.board.words import plural
from sudoku_plugins.strategies.analysis import false_places, houses_holding, pattern_texts
from sudoku_plugins.strategies.analysis.truths import candidates
from sudoku_plugins.strategies.families import fish_strategy

MOST_FINS = 5
MOST_ENDOFINS = 2


class Cover(NamedTuple):
    """A cover of some base, and the eliminations of the two; cells are masks."""

    houses: tuple[House, ...]
    fins: int
    """The places of the base that are not in the cover."""
    eliminated: int


class Catch(NamedTuple):
    """The base of a fish with one or more covers; cells are masks."""

    base: tuple[House, ...]
    places: int
    endofins: int
    covers: tuple[Cover, ...]

    @property
    def eliminated(self) -> int:
        """All that the covers eliminate."""
        return union(cover.eliminated for cover in self.covers)

    @property
    def fins(self) -> int:
        """What is a fin for one of the covers."""
        return union(cover.fins for cover in self.covers)

    def step(self, digit: int, layout: Layout) -> Step:
        """Return the step for `digit`."""
        covers = {house for cover in self.covers for house in cover.houses}
        cover = tuple(house for house in layout.houses if house in covers)
        fins, endofins = self.fins & ~self.endofins, self.endofins
        roles = {"cause": self.places & ~fins & ~endofins, "fin": fins, "endofin": endofins}
        cells = (tuple(layout.cells_in(mask)) for mask in (fins, endofins))
        fish = pattern_texts.Fish(digit, self.base, cover, *cells)
        return Step(
            eliminations=candidates(self.eliminated, layout, digit),
            because={role: candidates(mask, layout, digit) for role, mask in roles.items() if mask},
            houses={"base": self.base, "cover": cover},
            pattern=pattern_texts.fish_text(fish, layout),
            reason=self._reason(digit, layout),
        )

    def _reason(self, digit: int, layout: Layout) -> Said:
        base = _together(self.base)
        first, *others = [self._what(cover, layout) for cover in self.covers]
        told = [
            say(
                "{fins}all places for {digit} in {base}| are in {cover}:| {why}",
                digit=digit,
                base=base,
                **first,
            )
        ]
        told += [say("likewise, {fins}all are in {cover}:| {why}", **each) for each in others]
        return say("{told:; |}", told=told)

    def _what(self, cover: Cover, layout: Layout) -> dict[str, Said]:
        """Return in words: the fins of a `cover`, its houses, and what follows."""
        houses = _together(cover.houses)
        fins = layout.cells_in(cover.fins)
        endofins = layout.cells_in(self.endofins & ~cover.fins)
        gone = layout.cells_in(cover.eliminated)
        each = say(
            "each of {cover} has it in one of {base}",
            cover=_these(cover.houses, "the cover houses"),
            base=_these(self.base, "the base houses"),
        )
        if not fins and not endofins:
            why = say("{each},| so {gone} cannot hold it", each=each, gone=gone)
            return {"fins": say(""), "cover": houses, "why": why}
        but_for = say(
            "but for the fins {fins}, "
            if len(fins) > 1
            else "but for the fin {fins}, "
            if fins
            else "",
            fins=fins,
        )
        if endofins:
            houses = say(
                "{houses}, but the endofin {endofins} is in two base houses"
                if len(endofins) == 1
                else "{houses}, but the endofins {endofins} are each in two base houses",
                houses=houses,
                endofins=endofins,
            )
        why = say(
            "{case}, {gone} sees it;| so {gone} cannot hold it"
            if len(gone) == 1
            else "{case}, {gone} see it;| so {gone} cannot hold it",
            case=_case(len(fins), len(endofins), each),
            gone=say("{cells}", cells=gone, seen=[*fins, *endofins]),
        )
        return {"fins": but_for, "cover": houses, "why": why}


def _case(fins: int, endofins: int, each: Said) -> Said:
    if fins and endofins:
        return say("if all fins and endofins are false, {each};| if one is true", each=each)
    if fins:
        return say(
            "if the fin is false, {each};| if it is true"
            if fins == 1
            else "if all fins are false, {each};| if one is true",
            each=each,
        )
    return say(
        "if the endofin is false, {each};| if it is true"
        if endofins == 1
        else "if all endofins are false, {each};| if one is true",
        each=each,
    )


def _together(houses: Sequence[House]) -> Said:
    """Return the names of `houses` in words, those of one kind together: rows 2 and 5."""
    by_word: dict[str, list[House]] = {}
    for house in houses:
        by_word.setdefault(house.name.rpartition(" ")[0], []).append(house)
    return say(
        "{kinds: and }",
        kinds=[
            say(
                "{kind} {numbers}",
                kind=plural(word),
                numbers=[house.name.rpartition(" ")[2] for house in each],
                houses=each,
            )
            if len(each) > 1
            else each[0]
            for word, each in by_word.items()
        ],
    )


def _these(houses: Sequence[House], others: str) -> str:
    """Return ``these rows``, or what `others` says for several kinds of house."""
    words = {house.name.rpartition(" ")[0] for house in houses}
    return f"these {plural(words.pop())}" if len(words) == 1 else others


def cover_with(
    houses: Sequence[House], board: int, layout: Layout, places: int, endofins: int
) -> Cover | None:
    """Return a cover of a base with these `places` on a digit's `board`, if it eliminates any."""
    covered = twice = 0
    for house in houses:
        twice |= covered & house.mask
        covered |= house.mask
    fins = places & ~covered
    if fins.bit_count() > MOST_FINS:
        return None
    eliminated = board & (covered & ~places | twice) & ~endofins
    for fin in bits(fins | endofins):
        eliminated &= layout.peer_masks[fin]
    return Cover(tuple(houses), fins, eliminated) if eliminated else None


def catch_of(base: tuple[House, ...], places: int, endofins: int, covers: Iterable[Cover]) -> Catch:
    """Return the catch with as few of the `covers` as eliminate all that they do together."""
    kept: list[Cover] = []
    gone = 0
    for cover in sorted(
        covers, key=lambda each: (-each.eliminated.bit_count(), each.fins.bit_count())
    ):
        if cover.eliminated & ~gone:
            kept.append(cover)
            gone |= cover.eliminated
    return Catch(base, places, endofins, tuple(kept))


def best(catches: Iterable[Catch]) -> tuple[Catch, ...]:
    """Return the catches of most effect: one for each effect that is not part of another one.

    Of those with one effect, take the one with the fewest covers and fins.
    """
    by_effect: dict[int, Catch] = {}
    for catch in sorted(
        catches,
        key=lambda catch: (len(catch.covers), catch.endofins.bit_count(), catch.fins.bit_count()),
    ):
        by_effect.setdefault(catch.eliminated, catch)
    return tuple(
        catch
        for effect, catch in by_effect.items()
        if not any(effect & ~other == 0 and effect != other for other in by_effect)
    )


def fish_steps(
    grid: Grid, size: int, find: Callable[[int, int, Layout, int, int], Iterable[Catch]]
) -> Iterator[Step]:
    """Yield the steps of all digits of `grid`.

    `find` is called with a digit's board, its false places (a fish eliminates no others), the
    layout, the `size`, and the closed houses, as `houses_holding` returns them.
    """
    for digit in grid.open_digits:
        board, closed = grid.boards[digit], houses_holding(digit, grid)
        if false := false_places(board, grid.layout, closed):
            for catch in find(board, false, grid.layout, size, closed):
                yield catch.step(digit, grid.layout)


NAMES = {2: "X-Wing", 3: "Swordfish", 4: "Jellyfish", 5: "Squirmbag", 6: "Whale", 7: "Leviathan"}
"""The name of a fish, by the number of houses in its base."""


def by_size(
    find: Callable[..., Iterator[Step]],
    kind: str,
    grades: Sequence[tuple[int, str]],
    examples: Sequence[str],
    largest_by_default: int,
) -> tuple[Strategy, ...]:
    """Return the strategies that `find` fish of a `kind` (``Finned``) and `size`, from 2 on.

    `grades`: score and level by size. Larger fish than `largest_by_default` run only by name.
    """
    found = []
    for (size, fish), (score, level), example in zip(NAMES.items(), grades, examples, strict=True):
        name = f"{kind} {fish}".lstrip()
        found.append(
            fish_strategy(
                name,
                id=name.lower().replace(" ", "_").replace("-", "_"),
                score=score,
                level=level,
                example=example,
                by_default=size <= largest_by_default,
            )(partial(find, size=size))
        )
    return tuple(found)
