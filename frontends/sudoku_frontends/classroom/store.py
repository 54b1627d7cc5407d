"""Everything that a class keeps: one SQLite file, ``class.db``, in the folder of the class.

Each request is a transaction of its own, and the write-ahead log has it before the answer leaves: a
server that is killed loses nothing that it has acknowledged. No key of a pupil is in the file,
only its SHA-256.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
import sqlite3
import time
import unicodedata
from collections.abc import Iterator, Mapping
from typing import IO, Any, NamedTuple

from sudoku_engine.atomic_file import try_lock
from sudoku_engine.board.say import say
from sudoku_engine.errors import UsageError, printable
from sudoku_frontends.classroom.limits import NO_FILE, Refused

FILE, LOCK = "class.db", "class.lock"

OWN = "own"
"""In place of an exercise: an idea of one's own, which is compared with nothing."""

NO_CLASS = "is not the database of a class: name another folder"
REASONS = {
    "not a database": NO_CLASS,
    "disk": "cannot be written: make room on its disk, then try again",
    "readonly": "cannot be read by somebody who may not write there: name a copy of the folder",
}
"""The messages in place of SQLite's."""

IS_REAL = "holds a real class: choose a new folder for a dry run"
IS_DEMO = "is a dry run's: say --demo to go on with it, or choose a new folder"

APPLICATION = 0x5D0C1A55
VERSION = 1

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Of these a join code is made: none looks like another one."""

MOST_PUPILS = 300
KEPT_HAND_INS = 20
"""The number of a pupil's latest hand-ins for an exercise that are kept."""

MOST_BYTES = 5_000_000
"""The most code of a pupil that is kept."""

SCHEMA = f"""
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE pupils (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE,
    key TEXT UNIQUE, joined REAL NOT NULL, exercise TEXT NOT NULL DEFAULT '');
CREATE TABLE drafts (
    pupil INTEGER NOT NULL REFERENCES pupils ON DELETE CASCADE, exercise TEXT NOT NULL,
    name TEXT NOT NULL, code TEXT NOT NULL, began REAL NOT NULL, changed REAL NOT NULL,
    PRIMARY KEY (pupil, exercise));
CREATE TABLE claims (
    pupil INTEGER NOT NULL REFERENCES pupils ON DELETE CASCADE, exercise TEXT NOT NULL,
    claim TEXT NOT NULL, best INTEGER NOT NULL, improved REAL NOT NULL, at REAL NOT NULL,
    PRIMARY KEY (pupil, exercise));
CREATE TABLE hand_ins (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    pupil INTEGER NOT NULL REFERENCES pupils ON DELETE CASCADE, exercise TEXT NOT NULL,
    name TEXT NOT NULL, code TEXT NOT NULL, claim TEXT, token TEXT, at REAL NOT NULL,
    verdict TEXT, given_back REAL, UNIQUE (pupil, token));
CREATE INDEX hand_ins_of ON hand_ins (pupil, exercise);
CREATE TABLE comments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    pupil INTEGER NOT NULL REFERENCES pupils ON DELETE CASCADE, exercise TEXT NOT NULL,
    line INTEGER NOT NULL, text TEXT NOT NULL, at REAL NOT NULL);
CREATE INDEX comments_of ON comments (pupil);
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
"""

ROW = """
SELECT pupils.id, pupils.name, pupils.exercise, pupils.place, drafts.changed AS typed, drafts.began,
    drafts.code, claims.improved, claims.claim, last.id AS number, last.at, last.verdict,
    last.given_back, last.claim AS claimed,
    (SELECT count(*) FROM hand_ins WHERE pupil = pupils.id AND exercise = ifnull(?1, exercise))
        AS hand_ins,
    (SELECT count(*) FROM comments WHERE pupil = pupils.id) AS comments
FROM (
    SELECT id, name, exercise AS place, ifnull(?1, exercise) AS exercise FROM pupils
) AS pupils
LEFT JOIN drafts ON drafts.pupil = pupils.id AND drafts.exercise = pupils.exercise
LEFT JOIN claims ON claims.pupil = pupils.id AND claims.exercise = pupils.exercise
LEFT JOIN hand_ins AS last ON last.id = (
    SELECT max(id) FROM hand_ins WHERE pupil = pupils.id AND exercise = ifnull(?1, exercise))
"""
"""A row tells of the exercise that is set; if none is, of all hand-ins, and of the exercise last
worked on, which is the place."""

LAST = "SELECT max(id) FROM hand_ins WHERE name <> '' GROUP BY pupil, exercise"
"""The last hand-in of each pupil for each exercise; of what was forgotten no file is left."""

Claim = Mapping[str, Any] | None
"""The claim of the check in a pupil's browser; see `limits.CLAIM`."""

Verdict = dict[str, Any]
"""The result of a check in a guest; see `referee`."""


class Pupil(NamedTuple):
    """A person who has joined."""

    id: int
    name: str


class HandIn(NamedTuple):
    """A file that was handed in."""

    number: int
    pupil: int
    exercise: str
    name: str
    code: str
    claim: Claim
    at: float
    verdict: Verdict | None
    given_back: float | None


class Store:
    """The database of one class, for one process and one thread at a time."""

    def __init__(self, database: sqlite3.Connection, lock: IO[bytes] | None = None) -> None:
        self._database = database
        self._lock = lock
        database.row_factory = sqlite3.Row
        meta = dict(self._all("SELECT key, value FROM meta"))
        self.code: str = meta["code"]
        """With this pupils join."""
        self.secret: str = meta["secret"]
        """The teacher's key."""
        self.hidden_seed: str = meta["hidden_seed"]
        self.is_demo = meta["demo"] == "1"
        self.state: dict[str, Any] = json.loads(meta["state"])
        """The teacher's settings: the exercise, a note, and whether hand-ins are stopped."""
        self._begun = time.time() - time.monotonic()

    @classmethod
    def open(cls, folder: str, *, alone: bool = True, is_demo: bool | None = None) -> Store:
        """Return the store of the class in `folder`, which is made if it is missing.

        alone: no other program may have it open; otherwise it is there already, and only read.
        is_demo: whether it is a class of made-up pupils; None: either.

        Raises UsageError.
        """
        path = os.path.join(folder, FILE)
        lock = _take_lock(folder) if alone else None
        database = None
        try:
            database = sqlite3.connect(path, timeout=1, check_same_thread=False)
            _prepare(database, path, alone, bool(is_demo))
            store = cls(database, lock)
            if is_demo is not None and store.is_demo != is_demo:
                raise UsageError(IS_DEMO if store.is_demo else IS_REAL, folder)
        except (sqlite3.Error, UsageError) as error:
            for each in (database, lock):
                if each is not None:
                    each.close()
            if isinstance(error, UsageError):
                raise
            known = (why for said, why in REASONS.items() if said in str(error))
            raise UsageError(next(known, f"cannot be used: {error}"), path) from None
        return store

    def serves_at(self, address: str) -> None:
        """Tell others who want to open the folder where the class is."""
        assert self._lock is not None
        self._lock.truncate(0)
        self._lock.write(address.encode())
        self._lock.flush()

    def close(self) -> None:
        """Write all into the one file, and let others open it."""
        self._database.close()
        if self._lock is not None:
            self._lock.close()

    def now(self) -> float:
        """Return the seconds since 1970: monotonic, starting from the system clock."""
        return self._begun + time.monotonic()

    def join(self, name: str) -> tuple[Pupil, str]:
        """Return the pupil with this `name`, new or let in again, and a key; may raise Refused."""
        folded = _fold(name)
        found = self._all("SELECT id, name, key FROM pupils WHERE folded = ?", folded)
        if found and found[0]["key"]:
            raise Refused(
                409,
                say(
                    "Somebody has joined as {name}. Is it you? "
                    "Then ask your teacher to let you in again.",
                    name=found[0]["name"],
                ),
            )
        if not found and self._all("SELECT count(*) FROM pupils")[0][0] >= MOST_PUPILS:
            raise Refused(409, say("The class is full: {most:#} pupils.", most=MOST_PUPILS))
        key = secrets.token_urlsafe(24)
        with self._database as database:
            if found:
                pupil = Pupil(found[0]["id"], found[0]["name"])
                database.execute("UPDATE pupils SET key = ? WHERE id = ?", (_hash(key), pupil.id))
            else:
                new = {"name": name, "folded": folded, "key": _hash(key), "joined": self.now()}
                pupil = Pupil(self._insert("pupils", new), name)
        return pupil, key

    def pupil_with(self, key: str) -> Pupil | None:
        """Return the pupil whose key this is."""
        found = self._all("SELECT id, name FROM pupils WHERE key = ?", _hash(key))
        return Pupil(*found[0]) if found else None

    def pupil(self, id: int) -> Pupil:
        """Return the pupil with this `id`; raise Refused if there is none."""
        for name in self._all("SELECT name FROM pupils WHERE id = ?", id):
            return Pupil(id, name[0])
        raise Refused(404, say("There is no such pupil."))

    def readmit(self, pupil: int) -> None:
        """Let the next person who joins with the pupil's name be this `pupil`; the old key ends."""
        self._write("UPDATE pupils SET key = NULL WHERE id = ?", pupil)

    def remove(self, pupil: int) -> None:
        """Remove the `pupil` with all that is kept."""
        self._write("DELETE FROM pupils WHERE id = ?", pupil)

    def keep_draft(self, pupil: int, exercise: str, name: str, code: str) -> bool:
        """Keep the draft; return whether it differs from the one that was kept."""
        where = "WHERE pupil = ? AND exercise = ?"
        old = self._all(f"SELECT name, code FROM drafts {where}", pupil, exercise)
        if old and tuple(old[0]) == (name, code):
            return False
        self._require_room(pupil, _size(code) - (_size(old[0]["code"]) if old else 0))
        now = self.now()
        with self._database as database:
            database.execute(
                "INSERT INTO drafts VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (pupil, exercise) "
                "DO UPDATE SET "
                "name = excluded.name, code = excluded.code, changed = excluded.changed",
                (pupil, exercise, name, code, now, now),
            )
            self._works_on(pupil, exercise)
        return True

    def drafts(self, pupil: int) -> dict[str, dict[str, Any]]:
        """Return the drafts of the `pupil` by exercise."""
        select = "SELECT exercise, code, name, changed FROM drafts WHERE pupil = ?"
        return {each.pop("exercise"): each for each in map(dict, self._all(select, pupil))}

    def keep_claim(
        self, pupil: int, exercise: str, claim: Mapping[str, Any], token: str | None = None
    ) -> None:
        """Keep the result of a check in the pupil's browser, also for the hand-in of `token`."""
        states = [(check["check"], check["state"]) for check in claim["checks"]]
        passed = sum(state == "passed" for _, state in states)
        if ("fires", "failed") in states:
            passed = 0  # what finds nothing does nothing wrong either: that is no progress
        now = self.now()
        with self._database as database:
            database.execute(
                "INSERT INTO claims VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (pupil, exercise) "
                "DO UPDATE SET "
                "improved = CASE WHEN excluded.best > best THEN excluded.at ELSE improved END, "
                "claim = excluded.claim, best = max(best, excluded.best), at = excluded.at",
                (pupil, exercise, _json(claim), passed, now, now),
            )
            if not claim.get("is_open"):
                database.execute(
                    "UPDATE hand_ins SET claim = ? WHERE pupil = ? AND token = ?",
                    (_json(claim), pupil, token),
                )
            self._works_on(pupil, exercise)

    def keep_place(self, pupil: int, exercise: str) -> None:
        """Keep the place of the `pupil`."""
        with self._database:
            self._works_on(pupil, exercise)

    def _works_on(self, pupil: int, exercise: str) -> None:
        self._database.execute("UPDATE pupils SET exercise = ? WHERE id = ?", (exercise, pupil))

    def number_of(self, pupil: int, token: str) -> int | None:
        """Return the number of the pupil's hand-in with this `token`."""
        found = self._all("SELECT id FROM hand_ins WHERE pupil = ? AND token = ?", pupil, token)
        return found[0][0] if found else None

    def hand_in(
        self, pupil: int, exercise: str, name: str, code: str, claim: Claim, token: str
    ) -> int:
        """Keep a hand-in and return its number; remove the oldest beyond the limit."""
        self._require_room(pupil, _size(code))
        with self._database as database:
            new = {"pupil": pupil, "exercise": exercise, "name": name, "code": code}
            more = {"claim": claim and _json(claim), "token": token, "at": self.now()}
            number = self._insert("hand_ins", {**new, **more})
            database.execute(
                "DELETE FROM hand_ins WHERE pupil = :pupil AND exercise = :exercise AND id NOT IN "
                "(SELECT id FROM hand_ins WHERE pupil = :pupil AND exercise = :exercise "
                "ORDER BY id DESC LIMIT :kept)",
                {"pupil": pupil, "exercise": exercise, "kept": KEPT_HAND_INS},
            )
            self._works_on(pupil, exercise)
        return number

    def _require_room(self, pupil: int, more: int) -> None:
        select = (
            "SELECT sum(length(CAST(code AS BLOB))) FROM (SELECT code FROM drafts WHERE pupil = ?1 "
            "UNION ALL SELECT code FROM hand_ins WHERE pupil = ?1)"
        )
        if more > 0 and (self._all(select, pupil)[0][0] or 0) + more > MOST_BYTES:
            raise Refused(
                413, say("Your files take more than {size:#} MB.", size=MOST_BYTES // 10**6)
            )

    def hand_ins(
        self, *, number: int | None = None, pupil: int | None = None, exercise: str | None = None
    ) -> list[HandIn]:
        """Return one by its `number`, all of a `pupil`, or each pupil's last for an `exercise`."""
        where, values = f"id IN ({LAST})", ()  # type: tuple[str, tuple[object, ...]]
        if number is not None:
            where, values = "id = ?", (number,)
        elif pupil is not None:
            where, values = "pupil = ?", (pupil,)
        elif exercise is not None:
            where, values = f"exercise = ? AND id IN ({LAST})", (exercise,)
        columns = "id, pupil, exercise, name, code, claim, at, verdict, given_back"
        found = self._all(f"SELECT {columns} FROM hand_ins WHERE {where} ORDER BY id", *values)
        return [
            HandIn(*tuple(row))._replace(claim=_read(row["claim"]), verdict=_read(row["verdict"]))
            for row in found
        ]

    def keep_verdict(self, number: int, verdict: Verdict) -> int | None:
        """Keep the `verdict` on the hand-in with this `number`; return its pupil, if there."""
        self._write("UPDATE hand_ins SET verdict = ? WHERE id = ?", _json(verdict), number)
        found = self._all("SELECT pupil FROM hand_ins WHERE id = ?", number)
        return found[0][0] if found else None

    def give_back(self, pupil: int, exercise: str) -> None:
        """Give the last hand-in back; raise Refused if there is none."""
        last = "SELECT max(id) FROM hand_ins WHERE pupil = ? AND exercise = ?"
        update = f"UPDATE hand_ins SET given_back = ? WHERE id = ({last})"
        if not self._write(update, self.now(), pupil, exercise):
            raise Refused(409, NO_FILE)

    def comment(self, pupil: int, exercise: str, line: int, text: str) -> int:
        """Keep a comment on a line of the pupil's file, and return its number."""
        new = {"pupil": pupil, "exercise": exercise, "line": line, "text": text, "at": self.now()}
        with self._database:
            return self._insert("comments", new)

    def remove_comment(self, id: int) -> int:
        """Remove a comment; return its pupil."""
        found = self._all("SELECT pupil FROM comments WHERE id = ?", id)
        if not found:
            raise Refused(404, say("There is no such comment."))
        self._write("DELETE FROM comments WHERE id = ?", id)
        pupil: int = found[0][0]
        return pupil

    def comments(self, pupil: int) -> list[dict[str, Any]]:
        """Return the comments on the pupil's files."""
        select = "SELECT id, exercise, line, text, at FROM comments WHERE pupil = ? ORDER BY id"
        return [dict(row) for row in self._all(select, pupil)]

    def set_state(self, changes: Mapping[str, Any]) -> None:
        """Set the exercise, the note, or whether nobody may hand in."""
        state = {**self.state, **changes}
        self._write("UPDATE meta SET value = ? WHERE key = 'state'", _json(state))
        self.state = state

    def rows(self, pupil: int | None = None) -> list[dict[str, Any]]:
        """Return the rows of the teacher's table, or the row of one `pupil`."""
        where, values = ("WHERE pupils.id = ?2", (pupil,)) if pupil is not None else ("", ())
        values = (self.state["exercise"] or None, *values)
        return [_row(row) for row in self._all(f"{ROW} {where} ORDER BY pupils.id", *values)]

    def export(self) -> Iterator[tuple[str, str, str, str]]:
        """Yield exercise, folder of the pupil, name of the file, and code of each last hand-in.

        Folders are named as Moodle names them, so `plugins grade` knows the names of the pupils.
        """
        names = dict(self._all("SELECT id, name FROM pupils"))
        for each in self.hand_ins():
            folder = re.sub(r"[^\w -]+", "", names[each.pupil]).strip() or "pupil"
            yield each.exercise, f"{folder}_{each.pupil:03d}_", each.name, each.code

    def forget(self) -> int:
        """Forget names, code and words; keep the figures. Return how many pupils there are."""
        self._database.create_function("figures", 1, _figures)
        with self._database as database:
            for change in (
                "pupils SET folded = 'P' || id",  # as no name is folded: one may be Pupil 3 already
                "pupils SET name = 'Pupil ' || id, folded = 'pupil ' || id, key = NULL",
                "drafts SET name = '', code = ''",
                "claims SET claim = figures(claim)",
                "hand_ins SET name = '', code = '', token = NULL, claim = figures(claim), "
                "verdict = figures(verdict)",
            ):
                database.execute(f"UPDATE {change}")
            database.execute("DELETE FROM comments")
        self.set_state({"note": ""})
        self._database.execute("VACUUM")
        self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        count: int = self._all("SELECT count(*) FROM pupils")[0][0]
        return count

    def _all(self, select: str, *values: object) -> list[Any]:
        return self._database.execute(select, values).fetchall()

    def _insert(self, table: str, row: Mapping[str, object]) -> int:
        values = ", ".join(f":{name}" for name in row)
        insert = f"INSERT INTO {table} ({', '.join(row)}) VALUES ({values})"
        return self._database.execute(insert, row).lastrowid or 0

    def _write(self, change: str, *values: object) -> int:
        with self._database as database:
            return database.execute(change, values).rowcount


def _take_lock(folder: str) -> IO[bytes]:
    """Return the lock of the class in `folder`, which is made; nobody else has it."""
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)  # the teacher's secret is in it
        if not {FILE, LOCK}.intersection(there := os.listdir(folder)) and there:
            what = f"holds other files and no class ({FILE}): name a new or an empty folder"
            raise UsageError(what, folder)
        lock = open(os.path.join(folder, LOCK), "a+b")  # noqa: SIM115
    except (FileExistsError, NotADirectoryError):
        raise UsageError("is a file and not a folder: name another one", folder) from None
    except OSError as error:
        raise UsageError(f"cannot be used: {error.strerror}", folder) from None
    if not try_lock(lock):
        with lock:
            lock.seek(0)
            where = printable(lock.read(200).decode(errors="replace"))
        what = f"a class runs in this folder already{where and f', at {where}'}"
        raise UsageError(f"{what}: end it, or name another folder", folder)
    lock.truncate(0)
    return lock


def _prepare(database: sqlite3.Connection, path: str, alone: bool, is_demo: bool) -> None:
    """Make the tables of a new class, and see whether an old one can be used."""
    if not database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] and alone:
        meta = {
            "code": "".join(secrets.choice(LETTERS) for _ in range(6)),
            "secret": secrets.token_urlsafe(24),
            "hidden_seed": secrets.token_hex(8),
            "demo": str(int(is_demo)),
            "state": json.dumps({"exercise": "", "note": "", "frozen": False}),
        }
        values = ", ".join(f"('{key}', '{value}')" for key, value in meta.items())
        database.execute("PRAGMA journal_mode = WAL")
        database.executescript(f"BEGIN; {SCHEMA} INSERT INTO meta VALUES {values}; COMMIT;")
    if database.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
        raise UsageError(NO_CLASS, path)
    version = database.execute("PRAGMA user_version").fetchone()[0]
    if version > VERSION:
        what = f"was written by a newer version (its form is {version}, and {VERSION} known)"
        raise UsageError(f"{what}: update sudoku-engine, or name another folder", path)
    database.execute("PRAGMA synchronous = NORMAL")
    database.execute("PRAGMA secure_delete = ON")
    database.execute("PRAGMA foreign_keys = ON")
    database.execute(f"PRAGMA query_only = {int(not alone)}")


def shown(verdict: Verdict | None) -> Verdict | None:
    """Return the part of a `verdict` for pages, without the record for results."""
    return verdict and {name: verdict[name] for name in verdict if name != "record"}


def _row(found: sqlite3.Row) -> dict[str, Any]:
    last = None
    if found["number"] is not None:
        last = {name: found[name] for name in ("number", "at", "given_back")}
        last["passed"] = (_read(found["claimed"]) or {}).get("passed")
        last["verdict"] = shown(_read(found["verdict"]))
    kept = ("id", "name", "exercise", "place", "typed", "improved", "began", "hand_ins", "comments")
    return {
        **{name: found[name] for name in kept},
        "claim": _read(found["claim"]),
        "lines": len((found["code"] or "").splitlines()),
        "last": last,
    }


FIGURES = ("passed", "points", "hidden", "done")
"""The parts of a forgotten claim or verdict that stay, besides the states of its checks."""


def _figures(kept: str | None) -> str | None:
    """Return a claim or a verdict without words."""
    found = _read(kept)
    if found is None:
        return None
    checks = [
        {name: check[name] for name in ("check", "state", "ok") if name in check}
        for check in found.get("checks", ())
    ]
    return _json({**{name: found[name] for name in FIGURES if name in found}, "checks": checks})


ALIKE = str.maketrans("авеікмнорстухѕјαβεηικμνορτυχζı", "abeikmhopctyxsjabehikmvoptyxzi")
"""Small letters of Cyrillic and Greek that look like Latin ones, or whose capitals do."""

UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\ufe00-\ufe0f]")
"""Letters and marks that show nothing."""


def _fold(name: str) -> str:
    """Return a form that is equal for all names that look like `name`, against impostors."""
    seen = UNSEEN.sub("", unicodedata.normalize("NFKC", name))
    return " ".join(seen.casefold().translate(ALIKE).split())


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode(errors="replace")).hexdigest()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _read(value: str | None) -> dict[str, Any] | None:
    return json.loads(value) if value else None


def _size(code: str) -> int:
    return len(code.encode())
