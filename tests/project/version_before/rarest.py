"""Rarest: which techniques of a run were hardly used."""

from collections import Counter

from sudoku_engine import Ended, hookimpl


class Rarest:
    """Writes a line when a run ends."""

    id = "rarest"
    name = "Rarest techniques"

    def event(self, run, event, *, most: int = 3):
        """The techniques that were used least, `most` of them."""
        if isinstance(event, Ended):
            used = Counter({word: -count for word, count in event.counts.items() if count})
            rare = [f"{word} ({-count})" for word, count in used.most_common(most)]
            print(f"{run.source}: {', '.join(rare) or 'nothing'}", file=run.out)


@hookimpl
def sudoku_reporters():
    """Objects, not classes."""
    return [Rarest()]
