"""Help pages: as wide as the terminal, with what an option takes, in sections if there are many."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import click

from sudoku_engine.cli.params import NamedChoice

WIDEST = 80
"""The most columns of a help page."""

NARROWEST = 30

GENERAL = "General"
"""The heading of the options that a command does not put into a section."""


class PageFormatter(click.HelpFormatter):
    """Formats help for the width of the terminal, also for a narrow one."""

    def __init__(
        self,
        indent_increment: int = 2,
        width: int | None = None,
        max_width: int | None = None,
    ) -> None:
        columns = min(shutil.get_terminal_size().columns, WIDEST)
        super().__init__(indent_increment, width or max(columns - 2, NARROWEST), max_width)

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write `rows` in two columns; the first has at most two fifths of the width."""
        super().write_dl(list(rows), min(col_max, 2 * self.width // 5), col_spacing)


class PageContext(click.Context):
    """The context of a command, with our help pages."""

    formatter_class = PageFormatter


class ListingOption(click.Option):
    """An option whose help lists what it takes: its choices, or the ids of components of `kind`."""

    def __init__(self, *arguments: Any, kind: str = "", values: Sequence[str] = (), **more: Any):
        super().__init__(*arguments, **more)
        self._kind = kind
        self._values = values
        self._about = (self.help or "").rstrip(".")
        if isinstance(self.type, NamedChoice):
            self.metavar = self.metavar or str(self.name).upper()

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option and its help; only now are the components looked for."""
        values = _ids(self._kind) if self._kind else self._values
        self.help = f"{self._about}: {', '.join(values)}." if values else f"{self._about}."
        return super().get_help_record(ctx)


def _ids(kind: str) -> list[str]:
    """Return the ids of the bundled and the installed components of `kind`."""
    if kind == "strategy":  # far too many to list
        from sudoku_engine.api.strategy import FAMILY_NAMES

        return [
            f"an id or a name, as `plugins list` shows them, or a family: {', '.join(FAMILY_NAMES)}"
        ]
    from sudoku_engine.plugins.registry import Registry

    registry = Registry()
    registry.load()
    return registry.ids(kind)


class SectionedCommand(click.Command):
    """A command whose help has its options in sections.

    sections: by heading, the names of the parameters below it; the others come last.
    """

    def __init__(
        self, *arguments: Any, sections: Mapping[str, Collection[str]], **more: Any
    ) -> None:
        super().__init__(*arguments, **more)
        self._sections = sections

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, section by section."""
        rows: dict[str, list[tuple[str, str]]] = {title: [] for title in (*self._sections, GENERAL)}
        for parameter in self.get_params(ctx):
            is_option = isinstance(parameter, click.Option)
            if is_option and (record := parameter.get_help_record(ctx)):
                rows[self._title(str(parameter.name))].append(record)
        for title, records in rows.items():
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)

    def _title(self, name: str) -> str:
        titles = (title for title, names in self._sections.items() if name in names)
        return next(titles, GENERAL)
