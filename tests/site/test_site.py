"""The playground as a folder: what is in it, where it comes from, and what is refused."""

import base64
import hashlib
import json
import re
from functools import cache
from pathlib import Path

import pytest

from sudoku_engine.errors import UsageError
from sudoku_frontends.site import site as module
from sudoku_frontends.site.rooms import PAGE_PARTS
from sudoku_frontends.site.site import (
    EDITOR,
    HERE,
    PYODIDE_FILES,
    STDLIB,
    Files,
    check_free,
    has_editor,
    site,
    write_site,
)
from tests.support.npm import write_editor, write_pyodide


@cache
def plain() -> Files:
    return site(pyodide="https://example.org/python")


def test_everything_that_the_page_names_is_in_the_folder() -> None:
    files = plain()
    page = files["index.html"].decode()
    named = re.findall(r'(?:href|src)="([^"]+)"', page)
    scripts = [text.decode() for name, text in files.items() if name.endswith(".js")]
    imported = [name for text in scripts for name in re.findall(r'from "(?:\./)+([^"]+)"', text)]
    assert {*named} - {"data:,"} <= {*files}
    assert {each.rsplit("/")[-1] for each in imported} <= {name.rsplit("/")[-1] for name in files}
    settings = json.loads(files["site.json"])
    assert {*settings["packs"].values()} - {""} <= {*files}


def test_the_page_may_run_only_scripts_of_the_site_and_its_own_import_map() -> None:
    page = plain()["index.html"].decode()
    (import_map,) = re.findall(r'<script type="importmap">(.*?)</script>', page, re.S)
    digest = base64.b64encode(hashlib.sha256(import_map.encode()).digest()).decode()
    assert f"default-src 'none'; script-src 'self' 'sha256-{digest}'; " in page
    assert "unsafe-eval" not in page


def test_a_folder_with_pyodide_is_copied_so_that_no_internet_is_needed(tmp_path: Path) -> None:
    made = site(pyodide=str(write_pyodide(tmp_path)))
    assert json.loads(made["site.json"])["pyodide"] == "./pyodide/"
    assert {f"pyodide/{name}" for name in PYODIDE_FILES} - {f"pyodide/{STDLIB}"} < {*made}
    settings = json.loads(made["site.json"])
    assert {settings["packs"]["library"], settings["later"]["path"]} < {*made}
    assert settings["later"]["names"] == ["statistics"]
    named = [text for name, text in made.items() if name in ("index.html", "site.json")]
    assert not [text for text in named if b"http:" in text or b"https:" in text]
    assert json.loads(made["site.json"])["solver"] == []


def test_a_library_of_python_that_is_damaged_is_named_with_a_mend(tmp_path: Path) -> None:
    folder = write_pyodide(tmp_path)
    (folder / STDLIB).write_bytes(b"half of a zip file")
    with pytest.raises(UsageError, match="is damaged: install the npm package pyodide anew"):
        site(pyodide=str(folder))


def test_a_folder_with_the_sat_solver_gives_it_to_the_page(tmp_path: Path) -> None:
    packages = {
        "python-sat": {"file_name": "sat.whl", "depends": ["six"]},
        "six": {"file_name": "six.whl", "depends": []},
    }
    folder = write_pyodide(tmp_path)
    (folder / "pyodide-lock.json").write_text(json.dumps({"packages": packages}))
    for name in ("sat.whl", "six.whl"):
        (folder / name).write_bytes(b"a wheel")
    made = site(pyodide=str(folder))
    assert {"pyodide/sat.whl", "pyodide/six.whl"} < {*made}
    assert json.loads(made["site.json"])["solver"] == ["python-sat"]


def address_of_python(files: Files) -> str:
    return str(json.loads(files["site.json"])["pyodide"])


def test_without_a_wish_pyodide_comes_from_the_cdn_in_the_version_of_the_package_file() -> None:
    versions = json.loads((HERE / "package.json").read_text())["dependencies"]
    cdn = f"https://cdn.jsdelivr.net/pyodide/v{versions['pyodide']}/full/"
    assert address_of_python(site()) == cdn
    assert address_of_python(plain()) == "https://example.org/python/"


def test_the_package_file_has_exact_versions_of_all_that_the_page_imports() -> None:
    versions = json.loads((HERE / "package.json").read_text())["dependencies"]
    assert {*EDITOR} < {*versions}
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in versions.values())
    code = (PAGE_PARTS / "code_editor.js").read_text()
    assert {*EDITOR} == {*re.findall(r'from "([^"]+)"', code)}


def test_the_lists_are_there_before_python_is() -> None:
    lessons = json.loads(plain()["lessons.json"])
    exercises = json.loads(plain()["exercises.json"])
    assert "naked_pair" in {exercise["id"] for exercise in exercises}
    assert lessons["first"]["puzzle"] == lessons["starter"]["puzzle"]
    assert lessons["first"]["film"]["puzzles"]
    assert len(lessons["puzzles"]) > 5


def test_the_editor_is_taken_from_the_assets_or_the_folder_around_them(tmp_path: Path) -> None:
    packages = str(write_editor(tmp_path / "node_modules"))
    for assets in (packages, str(tmp_path)):
        made = site(assets=assets)
        assert has_editor(made)
        assert {f"modules/{name}/main.js" for name in EDITOR} < {*made}


def test_the_editor_that_came_with_the_engine_is_used_without_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "BUNDLED_ASSETS", tmp_path / "nowhere")
    assert not has_editor(site())
    monkeypatch.setattr(module, "BUNDLED_ASSETS", write_editor(tmp_path))
    assert has_editor(site())


@pytest.mark.parametrize(
    ("option", "value", "why"),
    [
        ("pyodide", "nowhere", "nowhere: there is no such folder: npm install pyodide@"),
        ("pyodide", "https:///x", "https:///x: is not the address of a folder"),
        ("pyodide", "empty", "empty: is not the npm package pyodide .*pyodide.mjs.* is missing"),
        ("assets", "empty", "empty: is not a node_modules folder with CodeMirror"),
    ],
)
def test_what_is_not_there_is_named_with_a_mend(
    option: str, value: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty").mkdir()
    with pytest.raises(UsageError, match=f"^{why}"):
        site(value, None) if option == "pyodide" else site(None, value)


def test_a_playground_is_written_over_an_older_one(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "site"
    write_site(plain(), str(folder))
    (folder / "index.html").write_text("older")
    write_site(plain(), str(folder))
    written = {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}
    assert written == {*plain()}
    assert (folder / "index.html").read_bytes() == plain()["index.html"]


def test_a_stopped_writing_can_be_done_again(tmp_path: Path) -> None:
    (first, data), *_ = plain().items()
    write_site({first: data}, str(tmp_path))
    write_site(plain(), str(tmp_path))
    assert (tmp_path / "index.html").exists()


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(UsageError, match="holds other files, so nothing is written"):
        write_site(plain(), str(tmp_path))
    assert [file.name for file in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_playground_is_not_written_over_a_whole_site(tmp_path: Path) -> None:
    for name in ("site.json", "service_worker.js"):
        (tmp_path / name).touch()
    with pytest.raises(UsageError, match="holds a whole site, which has a playground"):
        write_site(plain(), str(tmp_path))
    check_free(str(tmp_path), has_rooms=True)


def test_a_file_in_the_place_of_the_folder_is_named(tmp_path: Path) -> None:
    file = tmp_path / "site"
    file.write_text("")
    with pytest.raises(UsageError, match="is a file and not a folder"):
        check_free(str(file))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_is_told_with_the_file(tmp_path: Path) -> None:
    (tmp_path / "site.json").touch()
    (tmp_path / "board.js").symlink_to("/dev/full")
    with pytest.raises(UsageError, match="No space left on device") as caught:
        write_site({"board.js": b"1"}, str(tmp_path))
    assert caught.value.where == str(tmp_path / "board.js")
