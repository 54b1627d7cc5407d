"""What some cells may hold together, compared with a list of all ways to fill them."""

import pickle
from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_engine.errors import LayoutError
from sudoku_plugins.variants.fillings import Fillings

N = 4
WAYS = list(product(range(1, N + 1), repeat=3))

masks = st.tuples(*[st.integers(0, 2**N - 1)] * 3)
allowed = st.sets(st.sampled_from(WAYS))


def bits_of(digits: set[int]) -> int:
    return sum(1 << digit - 1 for digit in digits)


def within(ways: set[tuple[int, ...]], masks: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the `ways` to fill the cells with digits of their `masks`."""
    return [way for way in ways if all(mask >> digit - 1 & 1 for digit, mask in zip(way, masks))]


@given(allowed, masks)
def test_supported_are_the_digits_that_a_filling_has(
    ways: set[tuple[int, ...]], masks: tuple[int, ...]
) -> None:
    fillings = Fillings.asked(lambda *digits: digits in ways, 3, N)
    left = within(ways, masks)
    expected = tuple(bits_of({way[place] for way in left}) for place in range(3)) if left else ()
    assert fillings.supported(masks) == expected


@given(allowed, masks)
def test_needed_are_the_digits_that_every_filling_has(
    ways: set[tuple[int, ...]], masks: tuple[int, ...]
) -> None:
    fillings = Fillings.asked(lambda *digits: digits in ways, 3, N)
    left = within(ways, masks)
    expected = bits_of(set.intersection(*map(set, left))) if left else 0
    assert fillings.needed(masks) == expected


@given(allowed)
def test_excluded_are_the_digits_that_no_filling_has_beside_one(ways: set[tuple[int, ...]]) -> None:
    fillings = Fillings.asked(lambda *digits: digits in ways, 3, N)
    for (place, bit), excluded in fillings.excluded.items():
        beside = [way for way in ways if 1 << way[place] - 1 == bit]
        for other, mask in enumerate(excluded):
            possible = bits_of({way[other] for way in beside})
            assert ~mask & 2**N - 1 == possible


def ascending(*digits: int) -> bool:
    return list(digits) == sorted(digits)


@given(st.sets(st.sampled_from([(0, 1), (0, 2), (1, 2)])))
def test_a_machine_reads_only_fillings_in_which_cells_that_see_each_other_differ(
    pairs: set[tuple[int, int]],
) -> None:
    later = [[other for one, other in sorted(pairs) if one == place] for place in range(3)]
    read = Fillings.read_by(
        0, lambda total, digit: total + digit, 3, N, lambda t: t < 8, later=later
    )
    ways = {way for way in WAYS if sum(way) < 8 and all(way[a] != way[b] for a, b in pairs)}
    assert read == Fillings.asked(lambda *digits: digits in ways, 3, N)


def test_a_machine_is_asked_once_for_each_state_and_digit() -> None:
    asked: list[tuple[int, int]] = []

    def step(total: int, digit: int) -> int | None:
        asked.append((total, digit))
        return total + digit if total + digit < 20 else None

    Fillings.read_by(0, step, 12, N, later=[[place + 1] for place in range(11)] + [[]])
    assert len(asked) == len({*asked}) <= 20 * N


def test_all_ways_to_build_give_the_same_machine() -> None:
    asked = Fillings.asked(lambda *digits: sum(digits) == 6, 3, N)
    in_any_order = Fillings.asked_in_any_order(lambda *digits: sum(digits) == 6, 3, N)
    read = Fillings.read_by(0, lambda total, digit: total + digit, 3, N, accepts_end=(6).__eq__)
    assert asked == in_any_order == read
    assert hash(asked) == hash(read)


def test_in_any_order_only_ascending_fillings_are_asked_about() -> None:
    seen: list[tuple[int, ...]] = []
    Fillings.asked_in_any_order(lambda *digits: seen.append(digits), 3, N, distinct=True)
    assert all(ascending(*digits) and len({*digits}) == 3 for digits in seen)
    assert len(seen) == 4


def test_fillings_without_repetition_have_none() -> None:
    fillings = Fillings.asked(lambda *digits: True, 2, N, distinct=True)
    assert fillings.supported((1, 0b11)) == (1, 0b10)


def test_no_allowed_filling_supports_nothing() -> None:
    none = Fillings.asked(lambda *digits: False, 2, N)
    assert none.supported((15, 15)) == ()
    assert none.needed((15, 15)) == 0
    assert none.excluded == {}


def test_fillings_survive_a_pickle() -> None:
    fillings = Fillings.asked(ascending, 3, N)
    assert pickle.loads(pickle.dumps(fillings)) == fillings


@pytest.mark.parametrize(
    "build",
    [
        lambda: Fillings.asked(lambda *digits: True, 9, 9),
        lambda: Fillings.asked_in_any_order(lambda *digits: True, 16, 16),
        lambda: Fillings.read_by((), lambda had, digit: (*had, digit), 9, 9),
    ],
)
def test_what_is_too_large_is_refused_at_once(build: Callable[[], Fillings]) -> None:
    with pytest.raises(LayoutError, match="too many"):
        build()


def test_a_machine_fits_only_its_own_number_of_cells_and_digits() -> None:
    fillings = Fillings.asked(ascending, 3, N)
    assert fillings.fits(3, N)
    assert not fillings.fits(2, N)
    assert not fillings.fits(3, N - 1)
    assert not Fillings(((((1, 7),),),)).fits(1, N)
