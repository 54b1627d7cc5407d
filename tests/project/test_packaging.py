"""What is built and installed: every module, and nothing else."""

import ast
import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from configparser import ConfigParser
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import click
import pluggy
import pytest
import rich
import yaml

from sudoku_engine.bundled import VERSION
from tests.conftest import pytest_cmdline_main
from tests.project.test_architecture import python_files, tree_of
from tests.support.once import made_once
from tests.support.paths import ROOT

pytestmark = [pytest.mark.process, pytest.mark.slow]

PACKAGES = {
    "sudoku_engine": ROOT / "sudoku_engine",
    "sudoku_plugins": ROOT / "plugins" / "sudoku_plugins",
    "sudoku_frontends": ROOT / "frontends" / "sudoku_frontends",
}
BROUGHT = {
    "numpy": "scipy",
    "llvmlite": "numba",
    "IPython": "anywidget",
    "traitlets": "anywidget",
    "distributed": "dask",
}
"""By module that we import, the library that always brings it along."""

NAMES = {"yaml": "pyyaml", "PIL": "pillow", "pysat": "python-sat", "markdown_it": "markdown-it-py"}
"""By module, the name of its library, where that is another one."""

PAGES = ("film/player", "site/page", "classroom/page", "notebook")
"""Folders with parts for browsers."""

PATTERNS = (
    *(
        "*.py",
        "py.typed",
        "boards/*.txt",
        "generators/*.txt",
        "templates/**/*.txt",
        "languages/*.mo",
    ),
    *(f"{part}/*.{ending}" for part in PAGES for ending in ("js", "css", "html")),
    *(f"site/page/*.{ending}" for ending in ("svg", "png", "webmanifest")),
    *("site/package.json", "site/puzzles.txt", "pictures/sheet.css"),
)
"""What a package holds."""

DEPENDENCIES = (click, pluggy, rich, yaml)
METADATA = ("setup.cfg", "pyproject.toml", "README.md", "LICENSE", "MANIFEST.in")

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from a copy of the tree, without an older build in it."""
    (built,) = made_once(tmp_path_factory, "wheel", _build).glob("*.whl")
    return built


def _build(folder: Path) -> None:
    source = folder / "source"
    source.mkdir()
    for name in METADATA:
        shutil.copy(ROOT / name, source)
    for name in ("sudoku_engine", "plugins", "frontends"):
        unwanted = shutil.ignore_patterns("__pycache__", "*.egg-info")
        shutil.copytree(ROOT / name, source / name, ignore=unwanted)
    # Without isolation nothing is downloaded; the `test` extra brings what that needs.
    isolation = ["--no-build-isolation"] if find_spec("setuptools") and _is_recent() else []
    pip = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", *isolation]
    _run(*pip, "-w", str(folder), str(source))


def _is_recent() -> bool:
    """Whether this setuptools makes wheels by itself."""
    import setuptools

    return tuple(map(int, setuptools.__version__.split(".")[:2])) >= (70, 1)


def _run(*command: str, folder: Path | None = None) -> str:
    """What the `command` prints; the test fails, with all it says, where the command does."""
    environment = {**os.environ, "PYTHONPATH": "", "PYTHONUTF8": "1"}
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"
    return done.stdout


def _packaged_files() -> set[str]:
    """What the three packages hold in the tree, as paths in a wheel."""
    return {
        f"{package}/{path.relative_to(folder).as_posix()}"
        for package, folder in PACKAGES.items()
        for pattern in PATTERNS
        for path in folder.rglob(pattern)
    }


@pytest.mark.thorough
def test_wheel_holds_every_module_of_the_tree_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()

    assert {name for name in names if ".dist-info/" not in name} == _packaged_files()


def test_every_package_says_that_it_is_typed() -> None:
    assert all((folder / "py.typed").is_file() for folder in PACKAGES.values())


@pytest.mark.thorough
def test_wheel_has_one_command_and_the_licence(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    info = f"sudoku_classroom-{VERSION}.dist-info"
    commands = ConfigParser()
    commands.read_string(archive.read(f"{info}/entry_points.txt").decode())

    assert dict(commands["console_scripts"]) == {"sudoku-engine": "sudoku_engine.__main__:main"}
    assert any(name.startswith(info) and name.endswith("LICENSE") for name in archive.namelist())


@pytest.mark.thorough  # CI does so with the README's first command, too
def test_installed_command_solves_with_the_bundled_plugins(wheel: Path, tmp_path: Path) -> None:
    environment = tmp_path / "environment"
    scripts = environment / ("Scripts" if os.name == "nt" else "bin")
    python = str(scripts / "python")
    # A pip that installs for another Python saves the time that its own takes to unpack.
    lends_pip = tuple(map(int, version("pip").split(".")[:2])) >= (22, 3)
    venv.create(environment, with_pip=not lends_pip)
    pip = [sys.executable, "-m", "pip", "--python", python] if lends_pip else [python, "-m", "pip"]
    _run(*pip, "install", "-q", "--no-compile", "--no-deps", "--no-index", str(wheel))
    purelib = _run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))")
    site = Path(purelib.strip())
    # The dependencies are lent by this Python; the wheel's own packages come before them.
    lent = {str(Path(str(module.__file__)).parent.parent) for module in DEPENDENCIES}
    (site / "lent.pth").write_text("\n".join(sorted(lent)), encoding="utf-8")
    command = str(scripts / "sudoku-engine")

    where = "import sudoku_engine as e, sudoku_plugins as p, sudoku_frontends as f; "
    found = _run(
        python,
        "-c",
        f"{where}print(e.__file__, p.__file__, f.__file__, sep='\\n')",
        folder=tmp_path,
    )
    assert all(Path(file).is_relative_to(site) for file in found.splitlines())
    assert _run(command, "--version", folder=tmp_path) == f"sudoku-engine, version {VERSION}\n"
    assert _run(command, "solve", "-q", PUZZLE, folder=tmp_path) == f"{SOLUTION}\n"


@pytest.mark.thorough
def test_every_library_that_is_imported_is_declared() -> None:
    settings = ConfigParser()
    settings.read(ROOT / "setup.cfg")
    extras = settings["options.extras_require"]
    texts = [settings["options"]["install_requires"], *(extras[name] for name in extras)]
    declared = {each.lower() for text in texts for each in re.findall(r"^[\w-]+", text, re.M)}

    known = {*sys.stdlib_module_names, *PACKAGES, "typing_extensions"}  # only for the type checker
    imported = {
        module
        for file in python_files()
        for node in ast.walk(tree_of(file))
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for module in [(getattr(node, "module", None) or node.names[0].name).partition(".")[0]]
        if module not in known
    }
    needed = {BROUGHT.get(module) or NAMES.get(module) or module for module in imported}
    assert needed <= declared


def test_without_xdist_the_tests_run_in_one_process() -> None:
    plain = SimpleNamespace(option=SimpleNamespace())
    pytest_cmdline_main(plain)
    assert vars(plain.option) == {}
