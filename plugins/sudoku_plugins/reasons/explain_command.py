"""``explain``: a technique, taught by its own docstring and example."""

from functools import partial
from textwrap import indent
from typing import TextIO

import click

from sudoku_engine.api.hookspecs import KINDS
from sudoku_engine.api.strategy import FAMILY_NAMES
from sudoku_engine.board.candidate_board import candidate_board
from sudoku_engine.board.text_board import COLUMNS, has_colour, room, rules, styled, wrapped
from sudoku_engine.board.words import listed
from sudoku_engine.cli.context import CommandContext, command_context
from sudoku_engine.cli.options import engine_options, ids
from sudoku_engine.cli.params import Word
from sudoku_engine.cli.program import program
from sudoku_engine.errors import PluginError, UsageError, did_you_mean, quoted
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import not_loaded
from sudoku_plugins.reasons.lesson import explanation, markdown_of, title, worked_example

READABLE = 100
"""The longest line that is easy to read."""


def lesson_text(text: str, out: TextIO) -> str:
    """Return `text` for `out`: paragraphs fill the width, drawings stay as drawn."""
    from markdown_it import MarkdownIt  # only here: they take a while to load
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.markdown import CodeBlock, Markdown
    from rich.text import Text

    class Drawing(CodeBlock):
        """Lines that are not broken."""

        def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
            """Draw it."""
            drawing = indent(str(self.text).rstrip(), "  ")
            yield Text(drawing, no_wrap=True, overflow="ignore")

    class Lesson(Markdown):
        """Markdown with drawings."""

        elements = {**Markdown.elements, "fence": Drawing, "code_block": Drawing}  # noqa: RUF012

    markdown = Lesson("")
    markdown.parsed = MarkdownIt("commonmark", {"html": False}).parse(markdown_of(text))
    console = Console(
        file=out,
        width=min(room(out) or COLUMNS, READABLE),
        force_terminal=has_colour(out),
        highlight=False,
    )
    with console.capture() as drawn:
        console.print(markdown, crop=False)
    return "\n".join(line.rstrip() for line in drawn.get().strip("\n").split("\n"))


MOST_MEMBERS = 8
"""The number of strategies of a family that are listed."""


@program.command()
@click.argument("name", type=Word(partial(ids, *KINDS)), metavar="ID")
@engine_options
def explain(name: str) -> int:
    """Teach a technique: what to look for, why it is true, an example before and after.

    It also explains solvers, generators and all other plugins.

    \b
    Example:
      sudoku-engine explain naked_pair
    """
    with command_context() as context:
        component = _component(name, context)
        out = context.out
        parts = [
            styled(wrapped(title(component), out), out, bold=True),
            lesson_text(explanation(component), out),
        ]
        try:
            draw = partial(candidate_board, rules=rules(out), most=room(out))
            wrap = partial(wrapped, out=out)
            parts.append(worked_example(component, context.config.loop, draw, wrap))
            if component.example:
                plugin = f"-p {component.shown_file} " if component.origin.how == "file" else ""
                command = f"sudoku-engine practise {plugin}{component.id}"
                parts.append(wrapped(f"Practise it: {command}", out))
        except PluginError as error:
            context.report(error)
        print("\n\n".join(filter(None, parts)), file=out)
    return context.status


def _component(name: str, context: CommandContext) -> Component:
    """Return the strategy that `name` means, or else the component of another kind.

    Raises UsageError: with the nearest strategy, or the members of a family.
    """
    registry = context.registry
    name = registry.strategy_meant(name)
    for kind in KINDS:
        if name in registry.ids(kind):
            return registry.find(kind, name)
    if name in FAMILY_NAMES:
        members = [each.id for each in registry.strategies_named(name)]
        if len(members) > MOST_MEMBERS:
            members[MOST_MEMBERS:] = [f"one of {len(members) - MOST_MEMBERS} others"]
        raise UsageError(f"{quoted(name)} is a family: explain {listed(members, 'or')}")
    others = [other for kind in KINDS if kind != "strategy" for other in registry.ids(kind)]
    mend = not_loaded(name) or did_you_mean(name, registry.ids("strategy"))
    mend = mend or did_you_mean(name, others) or "`plugins list` shows all that are known"
    raise UsageError(f"unknown technique {quoted(name)}: {mend}")
