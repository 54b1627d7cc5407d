"""Mutate texts and records, and give them to every reader: each reads them, or raises SudokuError::

python -m tests.fuzz [--seed 7] [--minutes 1]

What a reader cannot stand is written into ``tests/fuzz/corpus``, whose files run as tests.
"""

import argparse
import hashlib
from random import Random
from time import monotonic

from tests.fuzz.readers import CORPUS, READERS, complaint, mutated, samples


def main() -> int:
    """Run for some minutes, print what was found, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--minutes", type=float, default=1)
    options = parser.parse_args()
    rng, texts = Random(options.seed), samples()
    end, count, found = monotonic() + 60 * options.minutes, 0, 0
    while monotonic() < end:
        name = rng.choice(sorted(READERS))
        text = mutated(rng.choice(texts[name]), rng)
        count += 1
        if why := complaint(name, text):
            found += 1
            data = text.encode("utf-8", "surrogatepass")
            file = CORPUS / f"{name}-{hashlib.sha256(data).hexdigest()[:8]}.txt"
            file.write_bytes(data)
            print(f"{file.name}: {why}", flush=True)
    print(f"{count} texts, {found} complaints")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
