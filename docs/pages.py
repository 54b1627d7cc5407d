"""Writes the pages made from the code: ``commands.md``, ``strategies.md``, ``configuration.md``.

python docs/pages.py
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from sudoku_engine.api.hookspecs import KINDS
from sudoku_engine.api.strategy import LEVELS
from sudoku_engine.cli.program import commands_for
from sudoku_engine.config.schema import SCHEMA, SECTIONS, Key
from sudoku_engine.plugins.component import RATER
from sudoku_engine.plugins.options import described, parameters_of
from sudoku_engine.plugins.registry import Registry
from sudoku_frontends.film.technique_pages import default_text

FOLDER = Path(__file__).parent

ABOUT_COMMANDS = """# Commands

`sudoku-engine COMMAND --help` shows a command's options, with examples.

* `INPUT` is a file, a puzzle written out, or `-` for standard input, which is also read if input is
  piped in and nothing else names a puzzle. `FILE:LINE`, as every output prints it, is the one
  puzzle that begins there. [Formats](formats.md) lists the formats that are read and written.
* `ID` is the id or the name of a strategy (`x_wing`, `X-Wing`) or a family (`fish`).
* `-o FILE` writes in the format that the file's extension names, `--json` writes data for programs.
* `--jobs N` works in N processes, also on a pipe: the output stays the same, and the first answers
  come before the input ends. It is worth it for hundreds of puzzles, since each process needs half
  a second to start.
* `--without-plugin NAME`, like `disable` in a configuration, leaves out a plugin (`solvers`,
  `sandbox`), as if its folder had been deleted, or one of its components (`naked_pair`).
* A shell completes commands, options, their values, ids and files with the tab key, once its file
  of settings has a line: in `~/.bashrc`, `eval "$(_SUDOKU_ENGINE_COMPLETE=bash_source
  sudoku-engine)"`; in `~/.zshrc`, the same with `zsh_source`; in fish's `config.fish`,
  `_SUDOKU_ENGINE_COMPLETE=fish_source sudoku-engine | source`.
"""

STATUSES = """## Exit statuses

Results go to standard output; progress, notices and errors to standard error. The exit status:

| status | means |
|---|---|
| 0 | done |
| 1 | the answer is no, or not known: not solved, not valid |
| 2 | bad usage, input, configuration or plugin; also a plugin that was stopped |
| 130 | stopped by Ctrl-C |

Over several puzzles, the worst status counts: 2, then 1, then 0.
"""

ABOUT_EXTRAS = """## Extras

Some features need one more library, which an extra installs:
`pip install ".[linear,sat,charts,images]"`.

| extra | installs | for |
|---|---|---|"""

EXTRAS = {
    "linear": ("scipy", "the solvers `linear_l1` and `integer`"),
    "sat": ("python-sat", "the solver `sat`; small reasons of `why` on the hardest boards"),
    "charts": ("matplotlib", "pictures of `chart`"),
    "images": ("Pillow", "PNG and GIF"),
    "fast": (
        "numba",
        "machine code for many 9x9 puzzles: a search, and the way of the usual strategies (`rate`, "
        "`batch`); the solver `compiled` and the generator `compiled_minimal`",
    ),
    "batch": ("pyarrow", "results of `batch` as Parquet files"),
    "dask": ("dask and distributed", "`batch` on several machines"),
    "notebook": (
        "anywidget",
        "films and boards to work on in notebooks (JupyterLab, VS Code, Colab, marimo), "
        "`%%strategy`, see [in a notebook](web.md#in-a-notebook)",
    ),
    "class": ("starlette, uvicorn and segno", "`classroom`: a class that works in browsers"),
}
"""By extra the library that it brings, and what this is for."""

ABOUT_STRATEGIES = """# Strategies

The techniques that come with the engine. `sudoku-engine explain ID` teaches one, with its example;
on the site of these pages each has a page with its board, its film and its links. The score says
how hard a technique is for a person, on HoDoKu's scale.

They are tried in HoDoKu's order, which `plugins list` shows; a strategy from a plugin comes before
the first of ours whose score is not lower. In any list of strategies, the name of a family means
all its strategies (`--strategy subsets`), and `basic` means singles, intersections and subsets.
Strategies marked *by name* take part only where their own id is named: they are slow, or not meant
for people.
"""

ABOUT_CONFIGURATION = """# Configuration

A configuration is a YAML file, given with `-c FILE`. Without `-c`, commands take the file
`sudoku-engine.yaml` of the current folder, and say so. Every key is optional; the command line
overrides the file. Paths are relative to the file that names them.

* `sudoku-engine config check FILE` reports errors with line and column.
* `sudoku-engine config show` prints all keys with their defaults: a file to start from.
* `sudoku-engine config show -c FILE` prints the configuration in use and the origin of each value.

Wherever a component is named, its options can be set: `naked_pair`, or
`{naked_pair: {houses: [row]}}`. In `strategies`, the name of a family means all its strategies in
the order in which they are tried: `[basic, my_strategy]`. A strategy that the list names by its id
keeps its own place there, and its options.
"""


def commands_page() -> str:
    """Return the page of all commands, the exit statuses and the extras."""
    commands = {each.name: each.help for each in commands_for([])}
    order = [*commands]
    grouped = sorted(order, key=lambda name: order.index(name.split()[0]))
    rows = [f"| `{name}` | {commands[name]} |" for name in grouped]
    parts = [ABOUT_COMMANDS, "| command | does |", "|---|---|", *rows, "", STATUSES, ABOUT_EXTRAS]
    parts += [f"| `{extra}` | {brings} | {why} |" for extra, (brings, why) in EXTRAS.items()]
    return "\n".join([*parts, ""])


def strategies_page(registry: Registry) -> str:
    """Return the list of the bundled strategies by level, each with a link to its source."""
    parts = [ABOUT_STRATEGIES]
    for level in LEVELS:
        parts += [f"## {level.capitalize()}\n", "| technique | id | family | score | |"]
        parts.append("|---|---|---|---|---|")
        for each in registry.of_kind("strategy"):
            if each.level == level:
                place = os.path.relpath(each.file, FOLDER).replace(os.sep, "/")
                cells = f"[{each.name}]({place}) | `{each.id}` | {each.family} | {each.score}"
                parts.append(f"| {cells} | {'' if each.is_by_default else 'by name'} |")
        parts.append("")
    return "\n".join(parts)


def configuration_page(registry: Registry) -> str:
    """Return the page of all keys of a configuration and all options of bundled components."""
    parts = [ABOUT_CONFIGURATION, "## Keys\n"]
    for section, keys in groupby(SCHEMA.values(), key=lambda key: key.section):
        parts += _keys(section, list(keys))
    parts += ["## Options of components\n", *_options(registry)]
    return "\n".join(parts)


def _keys(section: str, keys: list[Key]) -> Iterator[str]:
    if section:
        yield f"Under `{section}:`, indented:\n"
        assert {key.word for key in keys} == set(SECTIONS[section])
    yield "| key | what to write | what it is for | command line |"
    yield "|---|---|---|---|"
    for key in keys:
        flag = f"`{key.flag.name}`" if key.flag else ""
        yield f"| `{key.word}` | {key.reader.form} | {key.help} | {flag} |"
    yield ""


def _options(registry: Registry) -> Iterator[str]:
    """Yield the table of the options, each with all components of a kind that have it."""
    takers: dict[tuple[str, str], list[str]] = {}
    for kind in KINDS:
        for component in registry.of_kind(kind):
            for option in parameters_of(component.call).options.values():
                if option.name != RATER:  # only the engine sets that
                    default = default_text(option.default)
                    default = default and f"`{default}`"
                    cells = f"`{option.name}` | {described(option.type)} | {default}"
                    takers.setdefault((kind, cells), []).append(f"`{component.id}`")
    yield "| component | option | what to write | default |"
    yield "|---|---|---|---|"
    for (kind, cells), ids in takers.items():
        yield f"| {kind} {', '.join(ids)} | {cells} |"
    yield ""


def pages() -> dict[str, str]:
    """The text of each page, by its file's name."""
    registry = Registry()
    registry.load()
    return {
        "commands.md": commands_page(),
        "strategies.md": strategies_page(registry),
        "configuration.md": configuration_page(registry),
    }


if __name__ == "__main__":
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
