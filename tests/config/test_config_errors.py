"""What is wrong with a configuration is said in a line, with its place and the remedy."""

import itertools
import random
from pathlib import Path

import pytest

from sudoku_engine.config.config import read
from sudoku_engine.config.schema import SCHEMA
from sudoku_engine.errors import ConfigError
from tests.support.configurations import CLASSROOM, SmallRegistry, complaints
from tests.support.samples import thorough


def errors_of(path: str) -> list[str]:
    """What is wrong with a file, a line each; nothing where it is right."""
    try:
        read(path).checked(SmallRegistry())
    except ConfigError as error:
        return str(error).splitlines()
    return []


@pytest.mark.parametrize(
    ("yaml", "message"),
    [
        # names
        (
            "strategies:\n  - naked_single\n  - naked_piar\n",
            "run.yaml:3:5: unknown strategy 'naked_piar': did you mean 'naked_pair'?",
        ),
        ("strategies: [bitboard]", "run.yaml:1:14: unknown strategy 'bitboard': that is a solver"),
        ("fallback: bitbord", "run.yaml:1:11: unknown solver 'bitbord': did you mean 'bitboard'?"),
        ("frontend: turtel", "run.yaml:1:11: unknown frontend 'turtel': did you mean 'turtle'?"),
        ("reporters: [txt]", "run.yaml:1:13: unknown reporter 'txt': did you mean 'text'?"),
        ("solver: none", "run.yaml:1:9: unknown solver 'none': known: bitboard"),
        ("lopo: {}", "run.yaml:1:1: unknown key 'lopo': did you mean 'loop'?"),
        (
            "loop: {mod: pass}",
            "run.yaml:1:8: unknown key 'mod' under 'loop:': did you mean 'mode'?",
        ),
        ("loop.mode: pass", "run.yaml:1:1: unknown key 'loop.mode': did you mean 'loop'?"),
        (
            "strategies: [naked_pair, naked_single, naked_pair]",
            "run.yaml:1:40: 'naked_pair' is listed twice, first in line 1",
        ),
        # scales
        (
            "scales: {mine: {naked_piar: 3}}",
            "run.yaml:1:17: unknown strategy 'naked_piar': did you mean 'naked_pair'?",
        ),
        (
            "scales: {mine: {naked_pair: much}}",
            "run.yaml:1:29: naked_pair must be a number, not 'much'",
        ),
        (
            "scales: {mine: {naked_pair: -1}}",
            "run.yaml:1:29: the points of naked_pair must be 0 or more, not '-1'",
        ),
        (
            "scales: {se: {naked_pair: 3}}",
            "run.yaml:1:10: a scale of your own is a word other than hodoku, hodoku-2.2, se, "
            "se-1.2.1 or truths, not 'se'",
        ),
        (
            "scales: {mine: 3}",
            "run.yaml:1:16: mine is made of names with values, such as "
            "{naked_single: 1, x_wing: 20}, not of '3'",
        ),
        (
            "disable: [hidden_pair]\nstrategies: [hidden_pair]",
            "run.yaml:2:14: unknown strategy 'hidden_pair': it is listed under 'disable'",
        ),
        (
            "strategies: [fish]",
            "run.yaml:1:14: fish needs the option 'size': write {fish: {size: …}}",
        ),
        (
            "strategies:\n- naked_single\n - naked_pair\n",
            "run.yaml:2:3: unknown strategy 'naked_single - naked_pair': this is more ",
        ),
        # options
        (
            "strategies: [{naked_pair: {hosues: [row]}}]",
            "run.yaml:1:28: naked_pair has no option 'hosues': did you mean 'houses'?",
        ),
        (
            "strategies: [{naked_pair: {houses: [row, colum]}}]",
            "run.yaml:1:42: unknown houses 'colum': did you mean 'column'?",
        ),
        (
            "strategies: [{naked_pair: {houses: row}}]",
            "run.yaml:1:36: houses must be a list: write [row]",
        ),
        (
            "strategies: [{naked_pair: [row]}]",
            "run.yaml:1:27: options of naked_pair are written {naked_pair: {houses: …}}, not",
        ),
        (
            "strategies: [{naked_single: {houses: [row]}}]",
            "run.yaml:1:30: naked_single has no options, so no 'houses'",
        ),
        ("frontend: {turtle: {delay: 1:30}}", "run.yaml:1:28: delay must be a number, not '1:30'"),
        # types
        ("loop: {mode: frist}", "run.yaml:1:14: unknown mode 'frist': did you mean 'first'?"),
        ("loop: {mode: no}", "run.yaml:1:14: unknown mode 'no': known: "),
        ("loop: {guard: maybe}", "run.yaml:1:15: guard must be true or false, not 'maybe'"),
        ("loop: {max_steps: 0}", "run.yaml:1:19: max_steps must be 1 to 1000000000, not '0'"),
        (
            "loop: {max_steps: 1_000}",
            "run.yaml:1:19: max_steps must be a whole number, not '1_000'",
        ),
        ("loop: {step_timeout: -1}", "run.yaml:1:22: step_timeout must be 0 to 86400, not '-1'"),
        ("loop: pass", "run.yaml:1:7: loop is made of keys with values, such as {mode: …}, not of"),
        (
            "loop: [mode]",
            "run.yaml:1:7: loop is made of keys with values, such as {mode: …}, not of",
        ),
        ("strategies: naked_pair", "run.yaml:1:13: strategies must be a list: write [naked_pair]"),
        (
            "strategies:\n  naked_single:\n  naked_pair:\n",
            "run.yaml:2:3: strategies must be a list: put '- ' before 'naked_single'",
        ),
        ("strategies: [[naked_pair]]", "run.yaml:1:14: the name of a strategy belongs here, or "),
        ("strategies: [{}]", "run.yaml:1:14: the name of a strategy belongs here, or "),
        ("strategies:\n-\n", "run.yaml:2:2: the name of a strategy is missing here"),
        ("plugins: [{a: b}]", "run.yaml:1:11: plugins is a list of names, not of keys with values"),
        ("plugins: my.py", "run.yaml:1:10: plugins must be a list: write [my.py]"),
        ("puzzle: [5, 3]", "run.yaml:1:9: puzzle must be the cells of a board in one text"),
        ("puzzles:", "run.yaml:1:9: puzzles must be a file, not nothing"),
        ("puzzle: 1\npuzzles: a", "run.yaml:2:10: both 'puzzle' and 'puzzles' are given"),
        ("- mode: pass", "run.yaml:1:1: a configuration is made of lines 'key: value'"),
        ("53..7....", "run.yaml:1:1: a configuration is made of lines 'key: value'"),
        # layouts
        ("layout: 7x7", "run.yaml:1:9: unknown layout '7x7'"),
        ("layout: {box: 2x3}", "run.yaml:1:10: a layout has no 'box': did you mean 'boxes'?"),
        (
            "layout: {boxes: 6}",
            "run.yaml:1:17: boxes are written HEIGHTxWIDTH in cells, such as 2x3",
        ),
        ("layout: {boxes: 1x9}", "run.yaml:1:17: boxes of 1x9 make no board"),
        ("layout: {regions: a.txt}", "run.yaml:1:19: a.txt: there is no such file"),
        ("layout: {regions: run.yaml}", "run.yaml:1:19: run.yaml: 1 rows of regions"),
        ("layout: {boxes: 2x3, regions: a}", "run.yaml:1:17: regions replace boxes"),
        (
            "layout: 9x9\nclues:\n  - anti-knight\n  - killer cage 99 r1c12",
            "run.yaml:4:5: killer cage 99 r1c1,r1c2: no digits fit it",
        ),
        (
            "layout: {clues: [anti-knight]}",
            "run.yaml:1:10: a layout has no 'clues': begin it at the left margin",
        ),
        ("layout: {diagonals: 2}", "run.yaml:1:21: diagonals must be true or false, not '2'"),
        ("layout: [9x9]", "run.yaml:1:9: a layout is written 9x9, or"),
    ],
)
def test_an_error_has_its_place_and_a_remedy(yaml: str, message: str) -> None:
    (complaint,) = complaints(yaml)
    assert complaint.startswith(message)


@pytest.mark.parametrize(
    ("yaml", "message"),
    [
        ("loop:\nmode: pass\n", "run.yaml:2:1: 'mode' belongs under 'loop:': indent it there"),
        (
            "layout: 6x6\ndiagonals: true\n",
            "run.yaml:2:1: 'diagonals' belongs under 'layout:': indent it there",
        ),
        (
            "strategies:\n  - naked_pair:\n    houses: [row]\n",
            "run.yaml:3:5: 'houses' is an option of naked_pair: indent it further",
        ),
        (
            "strategies:\n  - naked_pair:\nhouses: [row]\n",
            "run.yaml:3:1: 'houses' is an option of naked_pair: indent it further, below "
            "'naked_pair:'",
        ),
        (
            "frontend: turtle\ndelay: 0.5\n",
            "run.yaml:2:1: 'delay' is an option of turtle: indent it further, below 'turtle:'",
        ),
        (
            "frontend:\n  turtle:\n  delay: 0.5\n",
            "run.yaml:3:3: 'delay' is an option of turtle: indent it further",
        ),
        (
            "loop:\n  mode: pass\n  fallback: none\n",
            "run.yaml:3:3: 'fallback' does not belong under 'loop:': begin it at the left margin",
        ),
        (
            "strategies:\n  - naked_pair:\n    loop: {}\n",
            "run.yaml:3:5: 'loop' does not belong here: begin it at the left margin",
        ),
        (
            "strategies:\n  - naked_pair:\n    naked_single:\n",
            "run.yaml:3:5: a '- ' is missing before 'naked_single'",
        ),
        (
            "frontend: {turtle: , turtle2: }\n",
            "run.yaml:1:22: turtle has no option 'turtle2': known: delay, theme",
        ),
        (
            "strategies: [naked_single]\nnaked_pair:\n",
            "run.yaml:2:1: 'naked_pair' is a strategy: it belongs under 'strategies:', "
            "as '- naked_pair'",
        ),
    ],
)
def test_a_wrongly_indented_line_is_recognised_by_its_name(yaml: str, message: str) -> None:
    assert complaints(yaml) == [message]


def test_all_errors_are_reported_in_the_order_of_the_file() -> None:
    messages = complaints(
        "mode: pass\n"
        "strategies: [naked_piar, naked_single, {naked_pair: {houses: [rwo], size: 2}}]\n"
        "loop: {guard: maybe, max_steps: no}\n"
        "layout: 5x5\n"
    )
    places = [line.split(": ")[0] for line in messages]
    assert places == [
        f"run.yaml:{place}" for place in ("1:1", "2:14", "2:63", "2:69", "3:15", "3:33", "4:9")
    ]


@pytest.mark.parametrize("number", ["nan", "inf", "-inf", "1e999", ".nan", "infinity"])
def test_what_is_no_finite_number_is_refused(number: str) -> None:
    (message,) = complaints(f"loop: {{step_timeout: {number}}}\n")
    assert message == f"run.yaml:1:22: step_timeout must be a number, not '{number}'"


@pytest.mark.parametrize("count", [100, thorough(400)])
def test_no_damage_to_a_file_ends_in_another_error(count: int) -> None:
    """Damaged files: each is read, or reported by a ConfigError with its place."""
    chance = random.Random(2)
    pieces = ["\t", ":", ": ", "-", "- ", "{", "}", "[", "]", "'", '"', "&a", "*a", "!", "#", "|"]
    pieces += ["\\", "%", "@", "?", "\n", " ", "  ", ",", "\0", "\ufeff", "\u2028", "ü", "---\n"]
    data = CLASSROOM.encode()
    for _ in range(count):
        damaged = bytearray(data)
        for _ in range(chance.randint(1, 4)):
            start = chance.randrange(len(damaged))
            length = chance.choice([0, 0, 1, 1, 5, 30])
            new = chance.choice(pieces).encode() if chance.random() < 0.9 else b"\xfc"
            damaged[start : start + length] = new
        Path("run.yaml").write_bytes(damaged)
        for line in errors_of("run.yaml"):
            assert line.startswith("run.yaml:")


def test_no_value_of_any_shape_ends_in_another_error() -> None:
    shapes = [
        "",
        "a",
        "1",
        "-1",
        "''",
        "[]",
        "{}",
        "[a]",
        "{a: b}",
        "[[a]]",
        "[{a: b}]",
        "{a: [b]}",
    ]
    shapes += ["{naked_pair: {houses: {a: b}}}", "[{turtle: {delay: []}}]", "{boxes: []}", "a/b"]
    for key, shape in itertools.product(SCHEMA, shapes):
        section, _, word = key.rpartition(".")
        line = f"{section}: {{{word}: {shape}}}" if section else f"{word}: {shape}"
        Path("run.yaml").write_text(line + "\n")
        for message in errors_of("run.yaml"):
            assert message.startswith("run.yaml:1:")


MENDS = [
    # as written, the mend in the message, and the text after it
    (
        "strategies: naked_single naked_pair",
        "write [naked_single, naked_pair]",
        "strategies: [naked_single, naked_pair]",
    ),
    (
        "strategies:\n  -naked_single\n  -naked_pair\n",
        "write [naked_single, naked_pair]",
        "strategies: [naked_single, naked_pair]",
    ),
    (
        "strategies:\n  naked_single\n  - naked_pair\n",
        "write [naked_single, naked_pair]",
        "strategies: [naked_single, naked_pair]",
    ),
    (
        "strategies:\n  - naked_single\n  naked_pair\n",
        "write '- naked_pair'",
        "strategies:\n  - naked_single\n  - naked_pair\n",
    ),
    (
        "strategies:\n- naked_single\nnaked_pair: {houses: [row]}\n",
        "it belongs under 'strategies:', as '- naked_pair'",
        "strategies:\n- naked_single\n- naked_pair: {houses: [row]}\n",
    ),
    (
        "strategies:\n  - naked_single\n  naked_pair:\n      houses: [row]\n",
        "write '- naked_pair:'",
        "strategies:\n  - naked_single\n  - naked_pair:\n      houses: [row]\n",
    ),
    (
        "strategies:\n  - naked_single\n  -naked_pair\n",
        "put a space after the '-': '- naked_pair'",
        "strategies:\n  - naked_single\n  - naked_pair\n",
    ),
    (
        "strategies:\n  naked_single:\n  naked_pair:\n",
        "put '- ' before 'naked_single' and 'naked_pair', each in a line of its own",
        "strategies:\n  - naked_single:\n  - naked_pair:\n",
    ),
    (
        "strategies: - naked_single",
        "write it in brackets, [a, b], or begin each of its lines with '- ' below the key",
        "strategies:\n  - naked_single",
    ),
    ("strategies\n  - naked_pair", "write it after 'strategies'", "strategies:\n  - naked_pair"),
    ("solver = bitboard", "write it in place of '='", "solver: bitboard"),
    ("layout: boxes 2x3", "are written {boxes: 2x3}", "layout: {boxes: 2x3}"),
    (
        "clues: anti-knight, killer cage 15 r1c1,r1c2",
        "write [anti-knight, 'killer cage 15 r1c1,r1c2']",
        "clues: [anti-knight, 'killer cage 15 r1c1,r1c2']",
    ),
    ("solver: bitboard bitboard", "only one solver goes here", "solver: bitboard"),
]


@pytest.mark.parametrize(("written", "mend", "mended"), MENDS)
def test_the_mend_in_a_message_is_accepted(written: str, mend: str, mended: str) -> None:
    Path("run.yaml").write_text(written)
    assert mend in "\n".join(errors_of("run.yaml"))
    Path("run.yaml").write_text(mended)
    assert errors_of("run.yaml") == []


def test_a_bracket_that_stays_open_in_a_list_is_named_first() -> None:
    Path("run.yaml").write_text("strategies:\n  - naked_single\n  - naked_pair: {houses: [row}\n")
    assert "no ']' to close it" in "\n".join(errors_of("run.yaml"))
