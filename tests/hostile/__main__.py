"""Try the corpus of hostile plugins on the program::

python -m tests.hostile [--command solve,list] [--only PART] [--theme ends] [--jobs 2] [--every 3]
"""

import argparse
import random
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from tests.hostile.commands import COMMANDS
from tests.hostile.entry import Hostile
from tests.hostile.judging import Verdict, verdict
from tests.hostile.plugins import CORPUS


def main() -> int:
    """Run what the command line asks for, print the failures, and return the exit status."""
    options = _options()
    entries = chosen(options)
    names = list(COMMANDS) if options.command == "all" else options.command.split(",")
    failures = []
    with ThreadPoolExecutor(options.jobs) as pool:
        waiting = {
            pool.submit(verdict, COMMANDS[name], entry): (name, entry)
            for name in names
            for entry in entries
            if COMMANDS[name].suits(entry)
        }
        for number, done in enumerate(as_completed(waiting), 1):
            name, entry = waiting[done]
            found = done.result()
            if options.verbose:
                _show(name, entry, found)
            if found.complaints:
                failures.append((name, entry, found))
                print(_line(name, entry, found), flush=True)
            if number % 50 == 0:
                print(f"… {number} of {len(waiting)}", file=sys.stderr, flush=True)
    print(f"{len(failures)} of {len(waiting)} runs failed")
    return 1 if failures else 0


def _options() -> argparse.Namespace:
    known = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    known.add_argument("--command", default="solve", help="names with commas, or all")
    known.add_argument("--jobs", type=int, default=2)
    known.add_argument("--only", default="", help="ids with commas, or the beginnings of ids*")
    known.add_argument("--theme", default="", help="a part of the corpus")
    known.add_argument("--every", type=int, default=1, help="only one of so many, by chance")
    known.add_argument("--seed", default="1", help="of that chance")
    known.add_argument("-v", "--verbose", action="store_true", help="print all outputs")
    return known.parse_args()


def chosen(options: argparse.Namespace) -> Sequence[Hostile]:
    """Return the plugins that the `options` choose, in a random order."""
    found = [each for each in CORPUS.values() if options.theme in ("", each.theme)]
    if options.only:
        parts = options.only.split(",")
        found = [each for each in found if any(_fits(each.id, part) for part in parts)]
    return random.Random(options.seed).sample(found, -(-len(found) // options.every))


def _fits(name: str, part: str) -> bool:
    return name.startswith(part[:-1]) if part.endswith("*") else name == part


def _line(name: str, entry: Hostile, found: Verdict) -> str:
    return f"{name:9}{entry.id:34}{found.ran.seconds:5.1f} s  {'; '.join(found.complaints)}"


def _show(name: str, entry: Hostile, found: Verdict) -> None:
    ran = found.ran
    print(f"== {name} {entry.id}: {entry.expect}, status {ran.status}, {ran.seconds:.1f} s")
    print(ran.out[:3000] + "--\n" + ran.err[:3000])


if __name__ == "__main__":
    sys.exit(main())
