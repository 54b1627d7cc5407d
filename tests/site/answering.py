"""Answers of the playground's Python to many requests, made here and in WebAssembly."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pluggy

from tests.support.npm import node, npm_package
from tests.support.paths import ROOT

PATIENCE = 300.0
"""Seconds for which all answers are waited for on a machine that is busy with other things."""

SCRIPT = """
import json, sys
sys.path += {path!r}
from sudoku_frontends.site.playground import Boards
answer = Boards().answer
answers = {{}}
for name, request in json.load(open({requests!r}, encoding="utf-8")).items():
    told = []
    answers[name] = json.loads(answer(json.dumps(request), lambda *given: told.append(given)))
    answers[name]["told"] = told
with open({answers!r}, "w", encoding="utf-8") as file:
    json.dump(answers, file)
"""

Answers = dict[str, dict[str, Any]]

TREES = (".", "plugins", "frontends")
"""The folders of the repository in which Python finds our packages."""


def answers_here(requests: Mapping[str, Any], folder: Path) -> Answers:
    """Return the answers by name, from a process of this Python."""
    path = [str(ROOT / tree) for tree in TREES]
    script = _script(requests, folder, path, str(folder))
    # With another hash seed each time: nothing may depend on it.
    subprocess.run([sys.executable, str(script)], check=True, timeout=PATIENCE)
    return _answers(folder)


def answers_in_pyodide(requests: Mapping[str, Any], folder: Path) -> Answers:
    """Return the answers by name, from Pyodide in node."""
    pyodide = npm_package("pyodide")
    mounts = [
        (str(ROOT), "/tree"),
        (str(Path(pluggy.__file__).parent), "/packages/pluggy"),
        (str(folder), "/work"),
    ]
    path = [*(f"/tree/{tree}" for tree in TREES), "/packages"]
    script = _script(requests, folder, path, "/work")
    runner = Path(__file__).with_name("pyodide.mjs")
    command = [node(), str(runner), str(pyodide), json.dumps(mounts), str(script)]
    subprocess.run(command, check=True, timeout=PATIENCE)
    return _answers(folder)


def _script(requests: Mapping[str, Any], folder: Path, path: list[str], there: str) -> Path:
    """Write the script into the `folder`, which is called `there` where it runs."""
    (folder / "requests.json").write_text(json.dumps(requests), encoding="utf-8")
    script = folder / "script.py"
    names = {name: f"{there}/{name}.json" for name in ("requests", "answers")}
    script.write_text(SCRIPT.format(path=path, **names), encoding="utf-8")
    return script


def _answers(folder: Path) -> Answers:
    found: Answers = json.loads((folder / "answers.json").read_text(encoding="utf-8"))
    return found
