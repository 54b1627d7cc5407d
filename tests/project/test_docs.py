"""What the README, the docs and the examples say is true: each block runs, each output is as shown.

A block of a page is run by its looks:

* those with a name behind the language are files that later commands of the page use;
* ``python`` with ``>>>`` is a doctest, the blocks of a page one after another; other
  ``python`` is compiled;
* ``console`` is commands (``$ sudoku-engine …``) with what they print, ``...`` for any text, and
  what is typed (``> …``);
* ``sh`` and ``powershell`` are for machines without the project; what is cheap of them is checked.

On most pages a block stands for itself. Those of `STORY` build on one another: they run one after
another, all Python among them.
"""

import contextlib
import doctest
import io
import os
import re
import runpy
import shlex
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator
from configparser import ConfigParser
from pathlib import Path
from typing import Any, NamedTuple, get_args

import pytest

import sudoku_engine
from sudoku_engine import Ended, Event, Step
from sudoku_engine.__main__ import run
from sudoku_engine.bundled import module_with
from sudoku_engine.config.config import read as read_config
from sudoku_engine.formats import open_text, read
from sudoku_engine.formats.cells import Entry
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.search import count
from sudoku_engine.solving.loop import Loop
from sudoku_frontends.film.document import KEYS
from tests.support.paths import EXAMPLES, ROOT

pytestmark = [pytest.mark.process, pytest.mark.slow]

README = ROOT / "README.md"
STORY = ROOT / "docs" / "batch.md"
PAGES = [README, *sorted({*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")} - {README})]


class Block(NamedTuple):
    """A fenced block of a page: its language, the file it is, its text, and its place."""

    language: str
    file: str
    text: str
    where: str


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for found in re.finditer(r"^( *)```(\w+)(?: (\S+))?\n(.*?)^ *```$", text, re.M | re.S):
        line = text.count("\n", 0, found.start()) + 1
        content = textwrap.dedent(found[4])
        yield Block(found[2], found[3] or "", content, f"{page.name}:{line}")


def named(block: object) -> str:
    return getattr(block, "where", "")


ALL_BLOCKS = [block for page in PAGES for block in blocks(page)]
CONSOLES = [
    block
    for page in PAGES
    if page != STORY
    for block in blocks(page)
    if block.language == "console"
]
PYTHON = [block for block in ALL_BLOCKS if block.language == "python"]


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """A folder with the examples, and the files that the pages say to save."""
    folder = tmp_path / "desk"
    shutil.copytree(EXAMPLES, folder / "examples", ignore=shutil.ignore_patterns("__pycache__"))
    for block in ALL_BLOCKS:
        if block.file:
            (folder / block.file).write_text(block.text, encoding="utf-8")
    return folder


@pytest.fixture
def printed(
    desk: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Callable[[str, str], str]:
    """Return what a command prints at the desk for what is typed, results and messages in order.

    The program runs in this process, which saves its start.
    """
    paths = [str(ROOT), str(ROOT / "plugins"), str(ROOT / "frontends")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    monkeypatch.setenv("PYTHONUTF8", "1")
    monkeypatch.chdir(desk)

    def run_command(command: str, typed: str) -> str:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
        program, *arguments = shlex.split(command)
        assert program == "sudoku-engine"
        stderr = os.dup(2)
        os.dup2(1, 2)  # for the processes that the program starts
        try:
            with contextlib.redirect_stderr(sys.stdout):
                run(arguments)
        finally:
            os.dup2(stderr, 2)
            os.close(stderr)
        return capfd.readouterr().out

    return run_command


def examines(block: Block) -> bool:
    """Whether it runs the kit, which takes seconds; tests of the kit and the README do so too."""
    return bool(re.search(r"^\$ .*plugins (check|grade)", block.text, re.M))


@pytest.mark.parametrize(
    "block",
    [
        pytest.param(
            block,
            marks=[pytest.mark.thorough]
            if examines(block) and not block.where.startswith(README.name)
            else [],
        )
        for block in CONSOLES
    ],
    ids=named,
)
def test_commands_print_what_the_page_shows(
    block: Block, printed: Callable[[str, str], str]
) -> None:
    for command in begun_by(block):
        printed(command, "")
    check_commands(block, printed)


def begun_by(block: Block) -> list[str]:
    """The commands before `block`, on its page, that write a plugin which it names."""
    page = [each for each in CONSOLES if each.where.split(":")[0] == block.where.split(":")[0]]
    text = "".join(each.text for each in page[: page.index(block)])
    new = re.findall(r"^\$ (sudoku-engine plugins new (\w+).*)", text, re.M)
    return [command for command, name in new if f"{name}.py" in block.text]


def check_commands(block: Block, printed: Callable[[str, str], str]) -> None:
    for part in re.split(r"^\$ ", block.text, flags=re.M)[1:]:
        command, _, shown = part.partition("\n")
        typed = "".join(re.findall(r"^> (.*\n)", shown, re.M))
        expected = re.sub(r"^> .*\n", "", shown, flags=re.M)
        got = printed(command, typed)

        matches = doctest.OutputChecker().check_output(expected, got, doctest.ELLIPSIS)
        assert matches, f"{block.where}: {command}\n{got}"


@pytest.mark.parametrize("block", PYTHON, ids=named)
def test_python_is_python(block: Block) -> None:
    if ">>>" not in block.text:
        compile(block.text, block.where, "exec")


@pytest.mark.thorough
def test_a_story_goes_from_puzzles_to_a_plot(
    printed: Callable[[str, str], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for block in blocks(STORY):
        if block.file:
            Path(block.file).write_text(block.text, encoding="utf-8")
        if block.language == "console":
            check_commands(block, printed)
        elif ">>>" in block.text:
            parsed = doctest.DocTestParser().get_doctest(block.text, names, block.where, None, 0)
            assert runner.run(parsed, clear_globs=False).failed == 0
            names = parsed.globs
        elif block.language == "python":
            runpy.run_path(block.file, run_name="__main__")

    picture = Path("scores.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) > 10_000


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page != STORY], ids=lambda page: page.name
)
def test_doctests_of_a_page_pass(page: Path, desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(desk)
    failed, _ = doctest.testfile(str(page), module_relative=False, encoding="utf-8")

    assert failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8"))

    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_text_is_wrapped_at_one_width(page: Path) -> None:
    text = re.sub(r"^ *```.*?^ *```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    long = [line for line in text.splitlines() if len(line) > 100]

    assert [line for line in long if not line.lstrip().startswith(("|", "!["))] == []


def test_architecture_names_every_package_and_no_other() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rooms = text[text.index("## The rooms") :]
    rooms = rooms[: rooms.index("\n## ", 1)]
    named = set(re.findall(r"\*\*([\w/]+)\*\*", rooms))
    engine = {path.parent.name for path in ROOT.glob("sudoku_engine/*/__init__.py")}
    others = {"plugins/sudoku_plugins", "frontends/sudoku_frontends"}

    assert named == {"root"} | engine | others
    for folder in others:
        parts = {path.parent.name for path in ROOT.glob(f"{folder}/*/__init__.py")}
        assert [part for part in sorted(parts) if part not in rooms] == []


def test_every_event_and_every_field_of_a_step_is_described() -> None:
    page = (ROOT / "docs" / "writing-plugins.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` (.*)$", page, re.M))
    missing = {
        kind.__name__: [name for name in kind._fields if f"`{name}`" not in rows[kind.__name__]]
        for kind in get_args(Event)
    }

    assert [kind for kind, names in missing.items() if names] == []
    assert [name for name in Step.__slots__ if f"`{name}`" not in page] == []


def test_every_key_of_a_film_is_described() -> None:
    page = (ROOT / "docs" / "web.md").read_text(encoding="utf-8")
    table = page[page.index("| key | does |") :].partition("\n\n")[0]
    listed = set(re.findall(r"[^\s,]+", " ".join(re.findall(r"^\| (.*?) \|", table, re.M))))
    named = {"Right": "→", "Left": "←", "Return": "Enter"}
    keys = {key for binding in KEYS for key in binding.keys[:1] if binding.shown != "F11"}

    assert {named.get(key, key) for key in keys} - listed == set()


def test_every_function_for_python_is_described() -> None:
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `(\w+)\(", page, re.M)

    homes = ("sudoku_engine.engine", "sudoku_engine.formats.given")
    ours = {name: getattr(sudoku_engine, name).__module__ for name in sudoku_engine.__all__}
    functions = [name for name in ours if name.islower() and name != "rule"]
    assert sorted(listed) == [
        name for name in functions if ours[name] in homes or module_with(name)
    ]


def test_pages_made_from_the_code_say_what_it_says() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "pages.py"))["pages"]()
    there = {name: (ROOT / "docs" / name).read_text(encoding="utf-8") for name in made}

    assert there == made, "run docs/pages.py"


def test_readme_shows_the_example_plugin() -> None:
    (shown,) = (block.text for block in blocks(README) if block.language == "python")

    assert shown == (EXAMPLES / "my_strategy.py").read_text(encoding="utf-8")


def test_the_page_of_commands_lists_the_extras_that_exist() -> None:
    setup = ConfigParser()
    setup.read(ROOT / "setup.cfg", encoding="utf-8")
    extras = set(setup["options.extras_require"]) - {"test", "docs", "dev"}
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    table = page[page.index("| extra |") :].partition("\n\n")[0]

    assert set(re.findall(r"^\| `(\w+)`", table, re.M)) == extras


def test_readme_opens_with_two_commands_of_one_line() -> None:
    opening = list(blocks(README))[:2]

    assert [block.language for block in opening] == ["sh", "sh"]
    assert all(block.text.count("\n") == 1 for block in opening)


def test_ci_takes_its_commands_from_the_readme() -> None:
    lines = README.read_text(encoding="utf-8").splitlines()
    wanted = re.findall(r"from_readme '(.+)'", (ROOT / ".ci" / "run").read_text(encoding="utf-8"))
    opening = [block.text.rstrip("\n") for block in blocks(README)][:2]

    assert [next(line for line in lines if text in line) for text in wanted] == opening


def examples(name: str) -> list[Entry]:
    path = EXAMPLES / name
    return [entry for entry in read(open_text(str(path)), name) if isinstance(entry, Entry)]


@pytest.mark.parametrize("name", ["grids.txt", "puzzle.txt", "puzzles.txt"])
def test_every_example_is_read_and_has_one_solution(name: str) -> None:
    found = list(read(open_text(str(EXAMPLES / name)), name))

    assert found
    assert all(isinstance(entry, Entry) and count(entry.grid, 2) == 1 for entry in found)


def test_example_formats_show_one_puzzle() -> None:
    *same, small = examples("grids.txt")
    givens = {
        tuple(digit if entry.grid.is_given(cell) else 0 for cell, digit in enumerate(digits))
        for entry in same
        for digits in [entry.grid.digits]
    }

    assert len(same) == 6
    assert len(givens) == 1
    assert small.grid.layout.n == 6


def test_example_puzzles_say_the_hardest_technique_that_they_need() -> None:
    registry = Registry()
    registry.load()
    strategies = registry.loop_strategies("auto")
    names = [component.name.lower() for component in strategies]
    lines = (EXAMPLES / "puzzles.txt").read_text(encoding="utf-8").splitlines()
    told = [line.split(maxsplit=1)[1] for line in lines if not line.startswith("#")]

    for entry, words in zip(examples("puzzles.txt"), told, strict=True):
        needed = names.index(words.lower()) + 1
        assert outcome(entry, strategies[:needed]) == "solved", entry.source
        assert outcome(entry, strategies[: needed - 1]) == "stuck", entry.source


def outcome(entry: Entry, strategies: list[Component]) -> str:
    *_, end = Loop(strategies).events(entry.grid)
    assert isinstance(end, Ended)
    return end.outcome


def test_example_configuration_is_right() -> None:
    draft = read_config(EXAMPLES / "classroom.yaml")
    registry = Registry()
    registry.load(draft.plugins, draft.disable)
    config = draft.checked(registry)

    assert registry.problems == []
    assert config.strategies is not None
    assert "my_naked_pair" in [chosen.id for chosen in config.strategies]
    assert config.puzzles is not None
    assert config.puzzles.exists()
