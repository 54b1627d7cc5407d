"""A run goes on only with what was requested before; otherwise it says what has changed."""

from dataclasses import replace
from pathlib import Path

import pytest

from sudoku_engine.config.components import Chosen
from sudoku_engine.config.config import Override, read
from sudoku_engine.errors import UsageError
from sudoku_engine.formats.given import InputName
from sudoku_engine.plugins.registry import Registry
from sudoku_plugins.batch.job import Job
from sudoku_plugins.batch.parcels import Parcel
from sudoku_plugins.batch.request import Request, looked_at, requested
from tests.batch.batches import config

PUZZLE = "1234341221434321"


def request_for(**changes: object) -> Request:
    inputs = (looked_at(InputName("puzzle", text=PUZZLE)),)
    job = Job("rate", config(), parcels=(Parcel("my.py", (("my.py", b"x"),), "1a2b"),))
    strategies = (Chosen("naked_single"), Chosen("x_wing", {"size": 2}))
    return replace(Request(job, strategies, "jsonl", 1000, inputs), **changes)  # type: ignore[arg-type]


def with_job(**changes: object) -> Request:
    before = request_for()
    return replace(before, job=replace(before.job, **changes))  # type: ignore[arg-type]


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("out").mkdir()
    path = Path("out/batch.yaml")
    path.write_text(request_for().yaml())
    return path


def changed(path: Path, request: Request) -> str:
    """What has changed, in words."""
    with pytest.raises(UsageError) as caught:
        request.check_same(str(path))
    start = "out: this folder holds another batch: "
    end = ": request the same again, name another folder, or begin anew with --fresh"
    text = str(caught.value)
    assert text.startswith(start)
    assert text.endswith(end)
    return text.removeprefix(start).removesuffix(end)


def test_the_same_request_is_the_same(written: Path) -> None:
    request_for().check_same(str(written))
    assert requested(str(written), "format") == "jsonl"
    assert requested("elsewhere/batch.yaml", "format") is None


def test_what_has_changed_is_said(written: Path) -> None:
    job = request_for().job
    other = read().checked(Registry(), {"loop.max_steps": Override("--max-steps", "9")})

    assert changed(written, request_for(format="csv")) == "format was jsonl, now it is csv"
    assert changed(written, request_for(shard_size=5)) == "shard_size was 1000, now it is 5"
    assert changed(written, with_job(config=other)) == "loop.max_steps was 1000, now it is 9"
    assert changed(written, request_for(strategies=(Chosen("naked_single"),))) == (
        "strategies have changed: {x_wing: {size: 2}} left out"
    )  # fmt: skip
    assert changed(written, with_job(parcels=())) == "the plugin my.py takes no part now"
    other_source = (*job.parcels, Parcel("b.py", (), "77"))
    assert changed(written, with_job(parcels=other_source)) == "the plugin b.py is new"
    edited = (job.parcels[0]._replace(digest="3c4d"),)
    assert changed(written, with_job(parcels=edited)) == "the plugin my.py has changed"
    assert changed(written, with_job(task="solve")) == "task was rate, now it is solve"


def test_other_input_is_said(written: Path, tmp_path: Path) -> None:
    text = looked_at(InputName("puzzle", text=PUZZLE.replace("4", ".")))
    assert changed(written, request_for(inputs=(text,))) == "the input puzzle has changed"
    Path("in.txt").write_text(f"{PUZZLE}\n")
    file = looked_at(InputName("in.txt", "in.txt"))
    assert changed(written, request_for(inputs=(file,))) == "the input was puzzle, now it is in.txt"

    written.write_text(request_for(inputs=(file,)).yaml())
    Path("in.txt").write_text(f"{PUZZLE}\n" * 2)
    longer = looked_at(InputName("in.txt", "in.txt"))
    assert changed(written, request_for(inputs=(longer,))) == (
        "the input in.txt has changed (17 bytes, now 34)"
    )


def test_many_changes_are_cut(written: Path) -> None:
    limits = {"loop.max_steps": Override("--max-steps", "9"), "layout": Override("--layout", "9x9")}
    other = Request(Job("rate", read().checked(Registry(), limits)), (), "csv", 2, ())
    words = changed(written, other)
    assert words.count(";") == 5
    assert words.endswith(" more")


@pytest.mark.parametrize("name", ['a "quoted" name', "a: b", "no\ttab", "x\udc80y", "日本", "- x"])
def test_whatever_an_input_is_called_it_reads_back(written: Path, name: str) -> None:
    request = request_for(inputs=(looked_at(InputName(name, text=f"# {name}\n{PUZZLE}\n")),))
    written.write_bytes(request.yaml().encode())
    request.check_same(str(written))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("# A batch of sudoku-engine:\n", "out/batch.yaml: this does not say what was requested"),
        ("task: [rate\n", "out/batch.yaml: this does not say what was requested"),
        ("just words\n", "out/batch.yaml: this does not say what was requested of a batch"),
    ],
)
def test_a_request_that_somebody_broke_is_an_error_with_its_place(
    written: Path, text: str, what: str
) -> None:
    written.write_text(text)
    with pytest.raises(UsageError) as caught:
        request_for().check_same(str(written))
    assert str(caught.value).startswith(what)
    assert str(caught.value).endswith(": mend it, or begin anew with --fresh")


@pytest.mark.parametrize("text", ["task: {a: b}", "inputs: 5\nplugins: []", "inputs: [x, {y: z}]"])
def test_a_request_of_another_shape_differs(written: Path, text: str) -> None:
    written.write_text(text)
    assert changed(written, request_for())
