"""A plugin to begin with: its file, the test beside it and a configuration, as templates."""

from __future__ import annotations

from collections.abc import Mapping
from string import Template
from typing import NamedTuple

SELF_CHECK = """
if __name__ == "__main__":  # running this file (F5 in IDLE) checks it
    from sudoku_engine.testing import check_file

    check_file(__file__$against)
"""

KIT_TEST = '''
@parametrize_with_checks([$thing], kind="$kind")
def test_passes_the_checks(check):
    """What `plugins check` asks, a test each."""
    check()
'''

_INSTALLED = (
    "# The plugin is found where it is installed: pip install -e . in this folder does that."
)


class Starter(NamedTuple):
    """The texts of three files, in which `$id`, `$name` and `$cls` stand for the plugin's names.

    `$thing` is the plugin of that `kind` itself, and `$plugins` says in the configuration where
    it is loaded from. `command` shows it at work. A homework is checked `against` the technique of
    this id.
    """

    kind: str
    plugin: str
    test: str
    config: str
    command: tuple[str, ...] = ("solve",)
    against: str = ""

    def files(self, id: str, is_package: bool = False) -> dict[str, str]:
        """The text of each file by its name, for a plugin called `id`."""
        name = titled(id)
        cls = name.replace(" ", "")
        words = {
            "id": id,
            "name": name,
            "cls": cls,
            "kind": self.kind,
            "thing": id if self.kind == "strategy" else f"{cls}()",
            "against": f', "--against", "{self.against}"' if self.against else "",
            "plugins": f"plugins: [{id}.py]" if not is_package else _INSTALLED,
        }
        return {
            f"{id}.py": filled(f"{self.plugin}\n{SELF_CHECK}", words),
            f"test_{id}.py": filled(f"{self.test}\n{KIT_TEST}", words),
            f"{id}.yaml": filled(self.config, words),
        }


def filled(template: str, words: Mapping[str, str]) -> str:
    """The `template` with the `words` in their places."""
    return Template(template.lstrip("\n")).substitute(words)


def titled(id: str) -> str:
    """The name for people of a plugin called `id`.

    >>> titled("my_naked_pair")
    'My Naked Pair'
    """
    return " ".join(word[:1].upper() + word[1:] for word in id.split("_") if word)
