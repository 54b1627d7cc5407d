"""Wheels for the browser: complete, valid, pure Python, and the same each time."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import subprocess
import sys
import zipfile
from configparser import ConfigParser
from functools import cache
from pathlib import Path

import pytest

from sudoku_engine.errors import UsageError
from sudoku_engine.web.playground import page_packages as module
from sudoku_engine.web.playground.page_packages import DISTRIBUTION, NEEDED, Wheel, wheels
from tests.support.paths import ROOT


@cache
def made() -> list[Wheel]:
    return wheels()


def archive(wheel: Wheel) -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(wheel.data))


def engine() -> zipfile.ZipFile:
    return archive(made()[-1])


def test_the_engine_is_called_as_it_is_when_installed() -> None:
    setup = ConfigParser()
    setup.read(ROOT / "setup.cfg", encoding="utf-8")
    assert setup["metadata"]["name"] == DISTRIBUTION


def test_the_record_of_each_wheel_has_every_file_with_its_digest_and_size() -> None:
    for wheel in made():
        with archive(wheel) as files:
            (record,) = (name for name in files.namelist() if name.endswith(".dist-info/RECORD"))
            rows = list(csv.reader(io.StringIO(files.read(record).decode())))
            assert [row[0] for row in rows] == files.namelist()
            for name, digest, size in rows[:-1]:
                data = files.read(name)
                found = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=")
                assert (digest, size) == (f"sha256={found.decode()}", str(len(data)))


def test_no_wheel_holds_machine_code_or_what_a_browser_does_not_need() -> None:
    names = [name for wheel in made() for name in archive(wheel).namelist()]
    assert not [name for name in names if name.endswith((".so", ".pyd", ".pyc"))]
    assert not [name for name in names if "__pycache__" in name or "node_modules" in name]
    assert all(wheel.name.endswith("-py3-none-any.whl") for wheel in made())


def test_the_licences_of_others_come_along() -> None:
    for wheel in made()[: len(NEEDED)]:
        assert [name for name in archive(wheel).namelist() if "/licenses/LICEN" in name]


def test_the_wheels_alone_run_the_engine(tmp_path: Path) -> None:
    for wheel in made():
        archive(wheel).extractall(tmp_path)
    code = (
        "import sys\n"
        "sys.path[:] = [sys.argv[1], *(p for p in sys.path if 'site-packages' not in p)]\n"
        "from sudoku_engine import solve\n"
        "import yaml; print(yaml.__file__.startswith(sys.argv[1]), yaml.__with_libyaml__)\n"
        "print(solve('123.3412214.4321').grid.line)\n"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, str(tmp_path)], capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == ("True False\n1234341221434321\n", "")


def test_the_same_files_are_the_same_wheel() -> None:
    assert wheels() == made()


def test_the_templates_of_exercises_are_in_the_wheel() -> None:
    names = engine().namelist()
    assert "sudoku_engine/testing/starters/templates/strategy/plugin.py.txt" in names
    assert "sudoku_plugins/strategies/subsets/naked_subsets.py" in names


def test_a_package_that_is_missing_is_named_with_a_mend(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "NEEDED", ("no-such-package",))
    with pytest.raises(UsageError) as caught:
        wheels()
    assert str(caught.value) == (
        "the playground needs the files of no-such-package: "
        "pip install --force-reinstall no-such-package"
    )
