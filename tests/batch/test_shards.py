"""Puzzles are cut into shards of one size, however they were read."""

from collections.abc import Iterator

from sudoku_engine.formats import read
from sudoku_engine.formats.blocks import PlainBlock, read_blocks
from sudoku_plugins.batch.job import Item, Shard, shards
from tests.support.lines import NINE, NINE_SOLVED

TEXT = "".join(f"{line}\n" for line in (NINE, NINE_SOLVED, NINE, "# a remark", NINE, "12", NINE))


def in_blocks() -> Iterator[Item]:
    return read_blocks([TEXT], "in.txt", many=1)


def n_rows(cut: list[Shard]) -> list[int]:
    return [shard.n_rows for shard in cut]


def test_a_block_is_cut_where_a_shard_ends() -> None:
    cut = list(shards(in_blocks(), 3))
    assert n_rows(cut) == [3, 3]
    assert [shard.first for shard in cut] == [1, 4]
    kinds = [[type(item).__name__ for item in shard.items] for shard in cut]
    # The line after a bad line was looked at already, so it comes alone.
    assert kinds == [["PlainBlock"], ["PlainBlock", "FormatError", "Entry"]]
    assert [shard.end for shard in cut] == ["in.txt:3", "in.txt:7"]


def test_the_digest_does_not_depend_on_how_puzzles_were_read() -> None:
    for size in (1, 2, 4, 100):
        singly = list(shards(read(TEXT.splitlines(), "in.txt"), size))
        together = list(shards(in_blocks(), size))
        assert n_rows(singly) == n_rows(together)
        assert [each.digest() for each in singly] == [each.digest() for each in together]


def test_the_digest_depends_on_places_digits_and_candidates() -> None:
    def found(text: str, name: str = "a") -> str:
        return Shard(0, 1, tuple(read(text.splitlines(), name))).digest()

    marked = "{12} {12} 3 4\n3 4 {12} {12}\n{12} {12} 4 3\n4 3 {12} {12}\n"
    texts = [NINE, f"\n{NINE}", NINE.replace("6", ".", 1), marked, marked.replace("12", "1", 1)]
    assert len({*map(found, texts), found(NINE, "b")}) == 6


def test_blocks_of_our_test_are_blocks() -> None:
    assert sum(isinstance(item, PlainBlock) for item in in_blocks()) == 1
