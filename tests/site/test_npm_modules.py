"""Modules for the page out of a node_modules folder: all that are imported, and no more."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sudoku_engine.errors import UsageError
from sudoku_frontends.site.page_packages import npm_modules


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
