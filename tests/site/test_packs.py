"""Packs for the browser, complete and the same each time; and all modules that are imported."""

import io
import json
import subprocess
import sys
import tarfile
from functools import cache
from pathlib import Path

import pytest

from sudoku_engine.errors import UsageError
from sudoku_frontends.site import page_packages as module
from sudoku_frontends.site.page_packages import NEEDED, engine_pack, npm_modules


@cache
def made() -> bytes:
    return engine_pack()


def engine() -> tarfile.TarFile:
    return tarfile.open(fileobj=io.BytesIO(made()))


def test_the_pack_holds_no_machine_code_and_nothing_that_a_browser_does_not_need() -> None:
    names = engine().getnames()
    assert not [name for name in names if name.endswith((".so", ".pyd", ".pyc"))]
    assert not [name for name in names if "__pycache__" in name or "node_modules" in name]
    assert not [name for name in names if name.startswith("sudoku_engine/cli/")]


def test_the_licences_of_others_come_along() -> None:
    assert {f"licences/{name}/LICENSE" for name in NEEDED} < {*engine().getnames()}


def test_the_pack_alone_runs_the_engine(tmp_path: Path) -> None:
    engine().extractall(tmp_path)
    code = (
        "import sys\n"
        "sys.path[:] = [sys.argv[1], *(p for p in sys.path if 'site-packages' not in p)]\n"
        "from sudoku_engine import *\n"
        "import yaml; print(yaml.__file__.startswith(sys.argv[1]), yaml.__with_libyaml__)\n"
        "print(solve('123.3412214.4321').grid.line)\n"
        "print(next(count_all(['123.3412214.4321'])).solutions)\n"
        "import sudoku_frontends.site.playground, sudoku_frontends.pictures.image_files\n"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, str(tmp_path)], capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == ("True False\n1234341221434321\n1\n", "")


def test_the_same_files_are_the_same_pack() -> None:
    assert engine_pack() == made()


def test_the_templates_of_exercises_are_in_the_pack() -> None:
    names = engine().getnames()
    assert "sudoku_plugins/kit/templates/strategy/plugin.py.txt" in names
    assert "sudoku_plugins/strategies/naked_subsets.py" in names


def test_a_package_that_is_missing_is_named_with_a_mend(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "NEEDED", ("no-such-package",))
    with pytest.raises(UsageError) as caught:
        engine_pack()
    assert str(caught.value) == (
        "the playground needs the files of no-such-package: "
        "pip install --force-reinstall no-such-package"
    )


def package(folder: Path, name: str, text: str, **about: object) -> None:
    home = folder / name
    home.mkdir(parents=True)
    (home / "package.json").write_text(json.dumps({"module": "main.js", **about}))
    (home / "main.js").write_text(text)
    (home / "LICENSE").write_text(f"the licence of {name}")


def test_what_modules_import_is_followed_and_nothing_else_is_copied(tmp_path: Path) -> None:
    package(tmp_path, "@a/top", "import { x,\n  y } from '@a/middle';\nexport * from \"leaf\";")
    package(tmp_path, "@a/middle", "import 'leaf';\n// import 'not this'\n")
    package(tmp_path, "leaf", "export const one = 1; // made from 'nothing'")
    package(tmp_path, "not-used", "")

    made = npm_modules(["@a/top"], tmp_path)

    assert made.imports == {
        "@a/middle": "./modules/@a/middle/main.js",
        "@a/top": "./modules/@a/top/main.js",
        "leaf": "./modules/leaf/main.js",
    }
    assert {*made.files} == {
        f"modules/{name}/{file}"
        for name in ("@a/top", "@a/middle", "leaf")
        for file in ("main.js", "LICENSE")
    }


@pytest.mark.parametrize(
    "exports",
    [{"import": "./main.js"}, {".": {"import": "./main.js"}}],
    ids=["at the top", "at a dot"],
)
def test_the_module_is_the_one_for_imports(exports: object, tmp_path: Path) -> None:
    package(tmp_path, "leaf", "", module=None, exports=exports)
    assert npm_modules(["leaf"], tmp_path).imports == {"leaf": "./modules/leaf/main.js"}


def test_a_missing_package_is_named_with_a_mend(tmp_path: Path) -> None:
    package(tmp_path, "top", "import 'lost';")
    with pytest.raises(UsageError, match=r"^\S+: the package 'lost' is missing: npm install lost$"):
        npm_modules(["top"], tmp_path)


def test_a_package_without_a_module_is_named(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "package.json").write_text('{"main": "lib/old.js"}')
    with pytest.raises(UsageError, match=r"old/package\.json: names no ES module"):
        npm_modules(["old"], tmp_path)
