"""The distribution: its name, its version, its packages and the plugins that come with the engine.

Besides this list and the names of the package itself, nothing in the engine names a plugin. A
plugin is imported when one of its hooks is called.
"""

import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import Any

NAME = "sudoku-engine"
VERSION = "0.1.0"

PACKAGES = ("sudoku_engine", "sudoku_plugins", "sudoku_frontends")
"""The import packages of the distribution."""

TRACE = "sudoku_plugins.trace"
SITE = "sudoku_frontends.site"
FAST = "sudoku_plugins.fast"
"""Plugins that others use if they are here."""

BUNDLED: Mapping[str, tuple[str, ...]] = {
    "sudoku_engine.cli.commands": ("sudoku_commands",),
    "sudoku_plugins.strategies": ("sudoku_strategies",),
    "sudoku_plugins.solvers": ("sudoku_solvers",),
    "sudoku_plugins.sandbox": ("sudoku_loader", "sudoku_finder"),
    "sudoku_plugins.fast": (
        "sudoku_solvers",
        "sudoku_generators",
        "sudoku_bulk",
        "sudoku_finder",
    ),
    "sudoku_plugins.session": ("sudoku_commands", "sudoku_names"),
    "sudoku_plugins.reasons": ("sudoku_commands", "sudoku_names"),
    "sudoku_plugins.ratings": ("sudoku_commands", "sudoku_names"),
    "sudoku_plugins.generators": ("sudoku_commands", "sudoku_generators", "sudoku_names"),
    "sudoku_plugins.lab": ("sudoku_commands",),
    "sudoku_plugins.checkers": ("sudoku_checkers", "sudoku_commands", "sudoku_names"),
    "sudoku_plugins.variants": (
        "sudoku_rules",
        "sudoku_rule_book",
        "sudoku_clue_texts",
        "sudoku_clue_search",
        "sudoku_names",
    ),
    "sudoku_plugins.formats": ("sudoku_formats", "sudoku_pasted"),
    "sudoku_frontends.reporters": ("sudoku_reporters",),
    "sudoku_frontends.film": ("sudoku_reporters",),
    "sudoku_frontends.turtle_window": ("sudoku_frontends",),
    "sudoku_frontends.player": ("sudoku_commands",),
    "sudoku_frontends.pictures": ("sudoku_commands", "sudoku_film", "sudoku_names"),
    "sudoku_plugins.batch": ("sudoku_commands", "sudoku_jobs", "sudoku_names"),
    "sudoku_plugins.course": ("sudoku_commands",),
    "sudoku_plugins.kit": ("sudoku_commands", "sudoku_names"),
    "sudoku_plugins.trace": ("sudoku_commands",),
    "sudoku_plugins.grading": ("sudoku_commands",),
    "sudoku_frontends.notebook": ("sudoku_names",),
    "sudoku_frontends.site": ("sudoku_commands",),
    "sudoku_frontends.classroom": ("sudoku_commands",),
}
"""By module, in the order of loading, the hooks in it."""

LEFT_OUT: list[str] = []
"""The modules that the configurations in use leave out."""


def modules_named(names: Collection[str]) -> list[str]:
    """Return the modules that `names` mean: ``batch`` is short for ``sudoku_plugins.batch``."""
    return [each for each in BUNDLED if not {each, *each.split(".")}.isdisjoint(names)]


@contextmanager
def left_out(modules: Collection[str]) -> Iterator[None]:
    """Ask no hooks of the `modules` within the context, as if they had been deleted."""
    LEFT_OUT.extend(modules)
    try:
        yield
    finally:
        for module in modules:
            LEFT_OUT.remove(module)


def with_hook(*hooks: str) -> list[str]:
    """Return the modules with one of the `hooks`; some may have been deleted."""
    return [module for module, own in BUNDLED.items() if any(hook in own for hook in hooks)]


def needs(what: str, hook: str) -> str:
    """Return the words that `what` needs a plugin with a `hook`."""
    return f"{what} needs the plugin {' or '.join(with_hook(hook))}"


def is_here(module: str) -> bool:
    """Return whether a bundled `module` exists and is in use: anybody may delete a plugin."""
    return module not in LEFT_OUT and (module in sys.modules or find_spec(module) is not None)


def module_with(name: str) -> str | None:
    """Return the module with a `name` for Python that a plugin brings; None if there is none."""
    for plugin in filter(is_here, with_hook("sudoku_names")):
        if module := import_module(plugin).sudoku_names().get(name):
            return str(module)
    return None


def brought(name: str) -> Any:
    """Return the object that a plugin brings to Python by a `name`; raise ImportError if none."""
    module = module_with(name)
    name = name.rpartition(".")[2]
    if module is None:
        missing = [each for each in with_hook("sudoku_names") if not is_here(each)]
        raise ImportError(f"{name} needs the plugin {' or '.join(missing)}", name=name)
    return getattr(import_module(module), name)


def missing_plugin(error: BaseException) -> str:
    """Return the bundled plugin that an `error` of an import lacks, '' for any other error."""
    name = error.name if isinstance(error, ModuleNotFoundError) else None
    plugin = ".".join((name or "").split(".")[:2])
    return plugin if plugin in BUNDLED and not is_here(plugin) else ""


def late_names(
    namespace: dict[str, Any], places: Mapping[str, str], prefix: str = ""
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a module: it imports a name at its first use.

    `places` has the modules of some names. Plugins bring the other public names, with a `prefix`.
    """

    def find(name: str) -> Any:
        if name in places:
            found = getattr(import_module(places[name]), name)
        elif name in namespace["__all__"]:
            found = brought(prefix + name)
        else:
            raise AttributeError(f"module {namespace['__name__']!r} has no attribute {name!r}")
        namespace[name] = found
        return found

    def names() -> list[str]:
        own = {each for each in namespace if each.startswith("__")}
        return sorted(own.union(namespace["__all__"]))

    return find, names


def install(extra: str, options: str = "") -> str:
    """Return the command that installs the libraries of an `extra`, and where it works.

    >>> install("fast")
    "pip install '.[fast]' in the project's folder"
    """
    return f"pip install {options}'.[{extra}]' in the project's folder"
