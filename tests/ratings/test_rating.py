"""How hard puzzles are: scores, levels, what has no rating, and the command that prints them."""

import csv
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sudoku_engine import Candidate, Ended, Grid, LoopSettings, Step, Stepped, strategy
from sudoku_engine.api.protocols import BEYOND, Rating
from sudoku_engine.api.strategy import FAMILY_NAMES
from sudoku_engine.board.say import speaking
from sudoku_engine.errors import UsageError
from sudoku_engine.plugins.component import Component, Origin
from sudoku_engine.solving.loop import Loop
from sudoku_engine.solving.settings import HODOKU, Scale
from sudoku_plugins.ratings.explainer.rating import ExplainerRating
from sudoku_plugins.ratings.hodoku_order import HodokuRater
from sudoku_plugins.ratings.rating import NotRated, Rater, rating_of
from sudoku_plugins.ratings.scales import Rated, why_differ
from sudoku_plugins.solvers.bitboard import BITBOARD
from sudoku_plugins.strategies.order import STRATEGIES
from tests.support.json_lines import rows as json_rows
from tests.support.paths import shared_text
from tests.support.samples import cases, thorough

EVERY = [Component.of("strategy", each) for each in STRATEGIES if each.by_default]
BUNDLED = [component for component in EVERY if component.family in FAMILY_NAMES["basic"]]
FILE = Origin("file", "mine.py", "mine.py")

SOLVED_NINE = "639845712425719683817236495594123867762458139183697254251984376946371528378562941"
TWO_GAPS = ".." + SOLVED_NINE[2:]
THREE_GAPS = "..." + SOLVED_NINE[3:]
# Three gaps in three rows and three columns.
FOUR = "123.3.1221434.21"
# Full houses fill r4c1, the last of its row, and get no further in box 2; r1c3 must be 3.
STUCK = "12..34..2143.321"
MANY = "12..34.........."
NO_WAY = "23....4........."
# The basic strategies get nowhere from some point on; it has one solution.
HARD = "..........3.7....1.56.34...3.8.4.2...6......7..9....1.....59..29..3..6.8.2..8...5"
STUCK_END = Ended("stuck", "strategies", Grid.parse(HARD), 1, {}, 0.0)


@pytest.fixture(scope="module")
def rater() -> Rater:
    return Rater(BUNDLED)


def steps_on(grid: Grid) -> list[str]:
    """The names of the strategies of all steps, by a guarded loop of our own making."""
    events = Loop(BUNDLED[1:], LoopSettings(guard=True)).events(grid)
    return [event.strategy.name for event in events if isinstance(event, Stepped)]


# Scores and levels


def test_each_net_within_a_net_counts_on_the_scale_of_hodoku() -> None:
    nested = next(each for each in EVERY if each.id == "nested_forcing_net")
    example = Grid.parse(nested.example or "")
    step = next(iter(nested.call(example)))
    assert len(step.branches) > 1
    assert HODOKU.step_score(nested, step) == 700 * len(step.branches)
    rating = rating_of([Stepped(1, nested.author, step, example), STUCK_END], EVERY)
    assert rating.score == rating.points["nested_forcing_net"] == 700 * len(step.branches)


@pytest.mark.thorough
@pytest.mark.parametrize("is_watched", [True, False])
def test_a_run_ends_with_the_score_of_its_rating(is_watched: bool) -> None:
    grid = Grid.parse(
        "....4....8......2..75..6.9....6...1..1...75...56.1.9.7...8..3...89..1.5.5...2...."
    )
    loop = Loop(EVERY)
    rating = rating_of(loop.events(grid), EVERY)
    *_, ended = loop.events(grid, is_watched)
    assert isinstance(ended, Ended)
    assert ended.counts["nested_forcing_net"] > 0
    assert (ended.level, ended.score) == (rating.level, rating.score)


def test_the_score_is_the_sum_of_the_scores_of_all_steps_and_the_hardest_has_the_highest(
    rater: Rater, classic_boards: list[Any]
) -> None:
    score = {each.name: each.score for each in STRATEGIES}
    for board in classic_boards[::12]:
        scores = [score[name] for name in steps_on(board.puzzle)]
        rating = rater.rate(board.puzzle)
        assert rating.score == sum(scores), board.source
        assert sum(rating.counts.values()) == len(scores), board.source
        hardest = score[rating.hardest.name] if rating.hardest else 0
        assert hardest == max(scores, default=0), board.source


def test_what_the_strategies_do_not_finish_is_beyond_them(rater: Rater) -> None:
    rating = rater.rate(Grid.parse(HARD))
    assert (rating.level, rating.outcome) == (BEYOND, "stuck")
    assert rating.n_open == HARD.count(".") - len(steps_on(Grid.parse(HARD)))


def one_cell_at_a_time(score: int, level: str) -> Component:
    """A strategy of this `score` and `level` that fills cells with one candidate."""

    @strategy("Mine", score=score, level=level, sizes=None)
    def mine(grid: Grid) -> Iterator[Step]:
        for cell in grid.open_cells:
            if len(grid.candidates(cell)) == 1:
                yield Step(placements=[Candidate(cell, *grid.candidates(cell))])

    return Component.of("strategy", mine, FILE)


@pytest.mark.parametrize(
    ("score", "level"),
    [
        (400, "easy"),
        (401, "medium"),
        (500, "medium"),
        (501, "hard"),
        (800, "hard"),
        (801, "unfair"),
        (900, "unfair"),
        (901, "extreme"),
    ],
)
def test_two_steps_make_a_level_by_their_sum(score: int, level: str) -> None:
    # The limits are 800, 1000, 1600 and 1800.
    rating = Rater([one_cell_at_a_time(score, "easy")]).rate(Grid.parse(TWO_GAPS))
    assert (rating.level, rating.score) == (level, 2 * score)


def test_a_strategy_of_a_hard_level_makes_the_puzzle_hard_at_any_score() -> None:
    rating = Rater([one_cell_at_a_time(1, "hard")]).rate(Grid.parse(FOUR))
    assert (rating.level, rating.score) == ("hard", 3)


def test_other_sizes_are_rated_by_the_strategies_that_suit(
    rater: Rater, other_boards: list[Any]
) -> None:
    levels = Counter(rater.rate(board.puzzle).level for board in other_boards[::10])
    assert levels["easy"] > 0


def test_the_order_of_the_loop_does_not_depend_on_its_mode() -> None:
    grid = Grid.parse(HARD)
    settings = LoopSettings(mode="fixpoint", pencilmarks="manual")
    assert Rater(BUNDLED, settings).rate(grid) == Rater(BUNDLED).rate(grid)


# What has no rating


@pytest.mark.parametrize(("puzzle", "why"), [(MANY, "mehrere Lösungen"), (NO_WAY, "keine Lösung")])
def test_why_there_is_no_rating_is_told_in_the_language(
    puzzle: str, why: str, rater: Rater
) -> None:
    with speaking("de"), pytest.raises(NotRated, match=why):
        rater.rate(Grid.parse(puzzle))


# Faults of plugins


def lying() -> Component:
    @strategy("Liar", score=1, level="easy", sizes=None)
    def liar(grid: Grid) -> Iterator[Step]:
        yield Step(placements=[Candidate(grid.open_cells[0], 1)])

    return Component.of("strategy", liar, FILE)


def test_faults_of_a_strategy_stand_in_the_rating_and_the_others_go_on() -> None:
    rater = Rater([lying(), *BUNDLED])
    rating = rater.rate(Grid.parse(FOUR))
    assert (rating.level, rating.score) == ("easy", 12)
    assert [fault.strategy.id for fault in rating.faults] == ["liar"]


def test_the_rater_keeps_the_first_fault_of_each_strategy() -> None:
    rater = Rater([lying(), *BUNDLED])
    for _ in range(3):
        rater.solves(Grid.parse(FOUR), rater.strategies)
    assert [fault.strategy.id for fault in rater.faults] == ["liar"]


# Scales


def one_step(difficulty: float | None) -> Component:
    """A strategy that fills an open cell by a step of a `difficulty`, and counts 50."""

    @strategy("Fills", score=50, level="medium", sizes=None)
    def fills(grid: Grid) -> Iterator[Step]:
        for cell in grid.open_cells:
            yield Step([Candidate(cell, min(grid.candidates(cell)))], difficulty=difficulty)

    return Component.of("strategy", fills)


@pytest.mark.parametrize("difficulty", [None, 7])
def test_a_step_counts_the_score_of_its_strategy_whatever_its_own_difficulty(
    difficulty: float | None,
) -> None:
    rating = Rater([one_step(difficulty)]).rate(Grid.parse(THREE_GAPS))
    assert (rating.score, rating.counts) == (150, {"fills": 3})


def test_another_scale_may_count_otherwise() -> None:
    class Steps(Scale):
        def step_score(self, strategy: Component, step: Step) -> float:
            return 1

    scale = Steps({"easy": 2, "hard": float("inf")})
    three = Rater(BUNDLED, scale=scale).rate(Grid.parse(THREE_GAPS))
    two = Rater(BUNDLED, scale=scale).rate(Grid.parse(TWO_GAPS))
    assert (three.score, three.level) == (3, "hard")
    assert (two.score, two.level) == (2, "easy")


def test_a_puzzle_that_a_search_finished_is_beyond_the_strategies() -> None:
    grid = Grid.parse(STUCK)
    fallback = Component.of("solver", BITBOARD)
    rating = rating_of(Loop(BUNDLED[1:2], fallback=fallback).events(grid), BUNDLED)
    assert (rating.level, rating.score, rating.n_open) == (BEYOND, 4, 0)


def test_events_without_an_end_are_no_run() -> None:
    with pytest.raises(ValueError, match="end with Ended"):
        rating_of([], BUNDLED)


# What generators request


def test_a_rater_knows_which_strategies_are_simpler(rater: Rater) -> None:
    assert [each.id for each in rater.before("hidden_single")] == ["full_house", "naked_single"]
    assert rater.before("full_house") == ()


def test_what_is_tried_before_but_is_of_a_harder_level_is_not_simpler() -> None:
    ids = [each.id for each in Rater(EVERY).before("bug_plus_n")]
    assert "skyscraper" in ids
    assert not {"als_xz", "forcing_net"} & set(ids)


def test_a_rater_tells_what_some_strategies_solve(rater: Rater) -> None:
    grid = Grid.parse(THREE_GAPS)
    assert rater.solves(grid, [rater.strategy("full_house")])
    assert not rater.solves(grid, [rater.strategy("naked_pair")])


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("naked_piar", "unknown strategy 'naked_piar': did you mean 'naked_pair'?"),
        ("visible_single", "visible_single has work only where pencil marks are kept by hand"),
    ],
)
def test_strategies_that_take_no_part_are_told(name: str, why: str, rater: Rater) -> None:
    with pytest.raises(UsageError) as caught:
        rater.before(name)
    assert str(caught.value).startswith(why)


# Beside HoDoKu


def reference() -> list[dict[str, Any]]:
    puzzles: list[dict[str, Any]] = json.loads(shared_text("reference/hodoku-100.json"))
    return puzzles


OTHER_NAMES = {
    "Locked Candidates Type 1 (Pointing)": "Locked Candidates",
    "Locked Candidates Type 2 (Claiming)": "Locked Candidates",
    "Naked Quadruple": "Naked Quad",
    "Hidden Quadruple": "Hidden Quad",
}


def takes_only(puzzle: dict[str, Any], strategies: Iterable[Component]) -> bool:
    names = {each.name for each in strategies}
    return all(OTHER_NAMES.get(name, name) in names for name in puzzle["techniques"])


def test_puzzles_that_our_techniques_solve_nearly_all_have_hodokus_level() -> None:
    rater = Rater(EVERY)
    puzzles = [puzzle for puzzle in reference() if takes_only(puzzle, EVERY)]
    same = [
        rater.rate(Grid.parse(puzzle["puzzle"])).level == puzzle["level"].lower()
        for puzzle in puzzles
    ]
    assert len(puzzles) > 56
    assert sum(same) >= 0.95 * len(same)


def test_basic_techniques_give_hodokus_level_or_the_puzzle_is_beyond_them(rater: Rater) -> None:
    for puzzle in reference():
        level = puzzle["level"].lower() if takes_only(puzzle, BUNDLED) else BEYOND
        assert rater.rate(Grid.parse(puzzle["puzzle"])).level == level, puzzle["puzzle"]


# The command

EASY_LINE = f"easy  score 12  hardest: Full House  {THREE_GAPS}"


def test_rate_tells_level_score_and_hardest_strategy_a_line_a_puzzle(
    run: Any, tmp_path: Path
) -> None:
    (tmp_path / "two.txt").write_text(f"{THREE_GAPS}\n{SOLVED_NINE}\n")
    assert run("rate", "two.txt") == (
        0,
        f"easy  score 12  hardest: Full House  {THREE_GAPS}\n"
        f"easy  score 0  hardest: none  {SOLVED_NINE}\n",
        "",
    )
    assert run("rate", "-v", THREE_GAPS).out == (
        "easy  score 12  hardest: Full House  Full House 3 (+12)  level of the hardest step  "
        f"{THREE_GAPS}\n"
    )


def test_rate_says_what_is_beyond_the_strategies(run: Any, tmp_path: Path) -> None:
    (tmp_path / "few.yaml").write_text("strategies: [full_house]\n")
    assert run("rate", "-c", "few.yaml", STUCK) == (
        1,
        f"beyond  score over 4  stuck with 4 cells open, hardest so far: Full House  {STUCK}\n",
        "",
    )


@pytest.mark.parametrize(
    ("puzzle", "line"),
    [
        (MANY, "not rated: 2+ solutions"),
        ("11..............", "not rated: 1 twice in row 1: r1c1, r1c2"),
    ],
)
def test_rate_says_what_is_not_rated(puzzle: str, line: str, run: Any) -> None:
    assert run("rate", puzzle) == (1, f"{line}  {puzzle}\n", "")


def test_rate_writes_json(run: Any) -> None:
    done = run("rate", "--json", THREE_GAPS)
    assert json_rows(done.out) == [
        {
            "source": "puzzle:1",
            "puzzle": THREE_GAPS,
            "level": "easy",
            "score": 12,
            "hardest": "full_house",
            "counts": {"full_house": 3},
            "open": 0,
            "why": None,
        }
    ]


def test_rate_writes_json_of_what_is_not_rated(run: Any) -> None:
    done = run("rate", "--json", MANY)
    assert done.status == 1
    (row,) = json_rows(done.out)
    assert (row["level"], row["score"], row["why"]) == (None, None, "2+ solutions")


STUDENTS = """
from sudoku_engine import Candidate, Step, strategy

@strategy("Last Gap", score=3, level="medium")
def last_gap(grid):
    for cell in grid.open_cells:
        if len(grid.candidates(cell)) == 1:
            yield Step(placements=[Candidate(cell, *grid.candidates(cell))])
"""


def test_a_students_strategy_takes_part_with_its_own_score_and_level(
    run: Any, tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text(STUDENTS)
    done = run("rate", "-p", "mine.py", THREE_GAPS)
    assert (done.status, done.out) == (0, f"medium  score 9  hardest: Last Gap  {THREE_GAPS}\n")


def test_a_students_fault_is_told_and_the_others_rate_the_puzzle(run: Any, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(STUDENTS.replace("*grid.candidates(cell)", "10"))
    done = run("rate", "-p", "mine.py", THREE_GAPS)
    assert (done.status, done.out) == (2, f"{EASY_LINE}\n")
    assert "last_gap is at fault and sits out: it places 10 in r1c1" in done.err


def test_a_strategy_by_name_takes_part_only_where_it_is_named() -> None:
    rare = one_cell_at_a_time(40, "medium")
    rater = Rater(BUNDLED, by_name=[rare])
    assert rare not in rater.strategies
    assert rater.strategy(rare.id) is rare
    assert [each.id for each in rater.before(rare.id)] == [
        "full_house",
        "naked_single",
        "hidden_single",
    ]
    assert rater.rate(Grid.parse(TWO_GAPS)) == Rater(BUNDLED).rate(Grid.parse(TWO_GAPS))


def test_puzzles_that_are_kept_have_their_clues(run: Any) -> None:
    puzzle = "clues: killer cage 3 r1c1,r1c2\n..34341221434321\n"
    made = run("rate", "-q", "-", stdin=puzzle.encode())
    assert Grid.parse(made.out) == Grid.parse(puzzle)


# Three truths show that r1c3 is not 6; from there one truth at a time is enough.
THREE_AT_ONCE = "2..8394518..5417264516279831.538624.342.1586.68.4.231552...41.89182536747.41.85.2"


def test_the_scale_of_truths_counts_the_facts_of_the_simplest_steps(run: Any) -> None:
    assert run("rate", "--scale", "truths", THREE_GAPS, THREE_AT_ONCE).out.splitlines() == [
        f"1 truth at once  3 in all  {THREE_GAPS}",
        f"3 truths at once  20 in all  {THREE_AT_ONCE}",
    ]
    first = run("rate", "--scale", "truths", "-v", THREE_AT_ONCE).out.splitlines()[1]
    assert first == "  3  6 in row 7, 7 in column 3, 7 in column 5 => r1c3<>6"


def test_the_scale_of_truths_knows_no_techniques_to_choose_by(run: Any) -> None:
    done = run("rate", "--scale", "truths", "--level", "hard", THREE_GAPS)
    assert (done.status, done.err) == (
        2,
        "--scale: --needs, --without, --level and --score go by techniques: leave --scale truths "
        "out\n",
    )


def test_sukaku_explainers_scale_says_which_step_sets_each_number(run: Any) -> None:
    done = run("rate", "--scale", "se", "-v", THREE_GAPS)
    (line, *steps) = done.out.splitlines()
    each = "1.0 (Hidden Single)"
    assert line == f"ER {each}  EP {each}  ED {each}  {THREE_GAPS}"
    assert steps == [f"  1.0  Hidden Single: {step}" for step in ("r1c1=6", "r1c2=3", "r1c3=9")]
    (found,) = json_rows(run("rate", "--json", "--scale", "se", THREE_GAPS).out)
    assert (found["level"], found["er"]) == ("easy", {"difficulty": 1.0, "name": "Hidden Single"})
    assert found["steps"][0] == {"points": 1.0, "name": "Hidden Single", "step": "r1c1=6"}
    small = run("rate", "--scale", "se", FOUR)
    assert small.out.startswith("not rated: the rules of Sukaku Explainer are for 9x9 boards")


def test_several_scales_are_a_table_and_say_why_they_differ(run: Any) -> None:
    done = run("rate", "--scale", "hodoku,se,truths", THREE_AT_ONCE)
    assert done.out.splitlines() == [
        THREE_AT_ONCE,
        "  hodoku  hard  score 168  hardest: Bivalue Universal Grave + 1",
        "  se      ER 5.6 (BUG Type 1)  EP 5.6 (BUG Type 1)  ED 5.6 (BUG Type 1)",
        "  truths  3 truths at once  20 in all",
        "  hodoku says hard, se unfair: the hardest step is Bivalue Universal Grave + 1 for both, "
        "and each scale has its own level for it",
    ]
    every = run("rate", "--scale", "hodoku,truths", "-v", THREE_GAPS).out.splitlines()
    assert every[1:3] == [
        "  hodoku  easy  score 12  hardest: Full House",
        "    4  Full House: r1c1=6",
    ]
    (found,) = json_rows(run("rate", "--json", "--scale", "hodoku,truths", THREE_GAPS).out)
    assert found["scales"]["hodoku"]["score"] == 12
    assert found["scales"]["truths"]["total"] == 3
    assert found["differences"] == []


def test_a_scale_that_adds_up_differs_from_one_that_takes_the_hardest_step() -> None:
    author = next(each.author for each in EVERY if each.id == "naked_single")
    summed = Rating("medium", 900, author, {"naked_single": 200}, "solved")
    one, other = Rated("hodoku", summed), Rated("se", ExplainerRating((), True))
    assert why_differ([one, other], EVERY) == [
        "hodoku says medium, se easy: hodoku adds up 200 steps; the hardest alone, Naked Single, "
        "would be easier, and se counts it alone"
    ]


OWN_SCALE = "scales:\n  mine: {full_house: 1, naked_single: 2.5}\n"


def test_hodokus_own_order_is_for_boards_of_houses_alone(run: Any) -> None:
    done = run("rate", "--scale", "hodoku-2.2", "-v", TWO_GAPS)
    assert done.out.startswith("easy  score 8  hardest: Full House  Full House 2 (+8)")
    clue = f"clues: anti-knight\n{THREE_GAPS}"
    plain = run("rate", "--scale", "hodoku", clue).out
    assert run("rate", "--scale", "hodoku-2.2", clue).out == plain


def singles_alone() -> list[tuple[str, dict[str, int]]]:
    """Puzzles that HoDoKu solves with singles alone, with how often it takes each kind."""
    lines = [
        line for line in shared_text("reference/hodoku-848.csv").splitlines() if line[0] != "#"
    ]
    found = []
    for row in csv.DictReader(lines):
        counts = dict(used.rsplit(" ", 1) for used in row["steps"].split(";"))
        if {*counts} <= {"Full House", "Naked Single", "Hidden Single"}:
            found.append((row["puzzle"], {name: int(count) for name, count in counts.items()}))
    return found


@pytest.mark.parametrize("every", [20, thorough(1)])
def test_hodoku_takes_as_many_singles_of_each_kind(every: int) -> None:
    rater, names = HodokuRater(EVERY), {each.id: each.name for each in EVERY}
    puzzles = singles_alone()[::every]
    assert puzzles
    for puzzle, theirs in puzzles:
        ours = rater.rate(Grid.parse(puzzle)).counts
        assert {names[each]: count for each, count in ours.items()} == theirs, puzzle


ROWS = {
    "naked subsets box by box": 36,
    "XY-Chain": 99,
    "hidden subsets": 559,
    "almost locked sets, and chains through groups": 108,
    "chains of sets": 238,
    "small nets": 675,
}


@pytest.mark.parametrize("row", cases(ROWS, *[*ROWS][:3]))
def test_hodoku_takes_some_steps_in_another_order(row: int) -> None:
    lines = shared_text("reference/hodoku-848.csv").splitlines()[2:]
    puzzle, _, score, _ = lines[row].split(",")
    grid = Grid.parse(puzzle)
    assert HodokuRater(EVERY).rate(grid).score == int(score)
    assert Rater(EVERY).rate(grid).score != int(score)


def test_a_configuration_has_scales_of_its_own(run: Any, tmp_path: Path) -> None:
    (tmp_path / "run.yaml").write_text(OWN_SCALE, encoding="utf-8")
    done = run("rate", "-c", "run.yaml", "--scale", "mine", THREE_GAPS)
    assert done.out == f"easy  score 3  hardest: Full House  {THREE_GAPS}\n"
    both = run("rate", "-c", "run.yaml", "--scale", "mine,hodoku", THREE_GAPS)
    assert "  mine    easy  score 3  hardest" in both.out
    assert "  mine and hodoku differ most in Full House: 3 and 12 points\n" in both.out
    assert run("rate", "--scale", " ", THREE_GAPS).err.startswith("--scale: unknown scale ' ': ")
    assert run("rate", "--scale", "mine", THREE_GAPS)[::2] == (
        2,
        "--scale: unknown scale 'mine': known: hodoku, hodoku-2.2, se, se-1.2.1, truths\n",
    )


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_tables_are_the_same_for_any_number_of_workers(run: Any, jobs: str) -> None:
    done = run("rate", "--jobs", jobs, "--scale", "hodoku,se", "-v", THREE_GAPS, TWO_GAPS)
    assert done.out.count("Full House: ") == 5
