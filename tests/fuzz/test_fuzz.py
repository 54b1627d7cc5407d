"""Every reader takes any text, or says what is wrong with it."""

import json
from pathlib import Path
from random import Random

import pytest

from sudoku_engine.formats import Entry, read
from tests.fuzz.readers import CORPUS, F_PUZZLES, READERS, complaint, mutated, samples
from tests.support.samples import thorough


@pytest.mark.parametrize("file", sorted(CORPUS.glob("*.txt")), ids=lambda file: file.stem)
def test_what_was_found_once_is_mended(file: Path) -> None:
    text = file.read_bytes().decode("utf-8", "surrogatepass")
    assert complaint(file.stem.partition("-")[0], text) == ""


def test_the_puzzle_to_begin_with_is_read() -> None:
    assert [*map(type, read([json.dumps(F_PUZZLES)], "text"))] == [Entry]


@pytest.mark.parametrize("count", [8, thorough(300)])
@pytest.mark.parametrize("name", READERS)
def test_readers_take_mutated_texts(name: str, count: int) -> None:
    rng, texts = Random(name), samples()[name]
    for text in (mutated(rng.choice(texts), rng) for _ in range(count)):
        assert complaint(name, text) == "", repr(text)
