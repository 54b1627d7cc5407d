"""The service of a class: each sees what is theirs, nothing is lost, and a flood stays outside."""

import asyncio
import gzip
import io
import json
import socket
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import pytest

from sudoku_frontends.classroom import limits
from sudoku_frontends.classroom.live import MOST_STREAMS, Classroom
from sudoku_frontends.classroom.referee import Referee
from sudoku_frontends.classroom.service import Served
from sudoku_frontends.classroom.store import HandIn, Store, Verdict
from tests.support import qr
from tests.support.classes import LiveClass

PAGE = b"<meta content=\"script-src 'self' 'sha256-aGFzaA=='\"><p>The playground"
SCRIPT = b"export const it = 1;\n" * 100
SITE = {
    "index.html": Served(PAGE, None, "text/html; charset=utf-8", "1"),
    "teacher.html": Served(b"<p>The class", None, "text/html; charset=utf-8", "2"),
    "it.js": Served(SCRIPT, gzip.compress(SCRIPT), "text/javascript", "3"),
    "worker.js": Served(SCRIPT, None, "text/javascript", "5"),
    "exercises.json": Served(b'[{"id": "x_wing"}]', None, "application/json", "4"),
}
DRAFT = {"name": "my_x_wing.py", "code": "print('it')\n"}
CLAIM = {"passed": True, "checks": [{"check": "true", "state": "passed"}], "problems": []}


class Class(LiveClass):
    """A class in which a test does what browsers do."""

    count = 0

    def __init__(self, folder: Path, has_referee: bool = False) -> None:
        super().__init__(folder, SITE)
        if has_referee:
            self.close()
            self.referee = Referee(self.store.hidden_seed)
            self.open()

    def fetch(
        self, method: str, path: str, key: str = "", said: object = None, **headers: str
    ) -> tuple[int, Any, HTTPResponse]:
        """Return status, what is answered, and the answer."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=20)
        body = said if isinstance(said, bytes) else json.dumps(said) if said is not None else None
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, {"Authorization": f"Bearer {key}", **names})
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        is_json = answer.headers["Content-Type"] == "application/json"
        return answer.status, json.loads(data) if is_json else data, answer

    def told(self, method: str, path: str, said: object = None) -> tuple[int, Any]:
        """Return status and answer, as the teacher's page gets them."""
        return self.fetch(method, f"/class/teacher/{path}", self.store.secret, said)[:2]

    def join(self, name: str = "") -> tuple[int, str]:
        """Return the number and the key of a new pupil."""
        self.count += 1
        return super().join(name or f"Pupil {self.count}")

    @contextmanager
    def news(self, path: str, key: str) -> Iterator[Callable[[str], dict[str, Any]]]:
        """Yield a function that waits for the next event with a name."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("GET", path, headers={"Authorization": f"Bearer {key}"})
        answer = connection.getresponse()

        def following(event: str) -> dict[str, Any]:
            end = time.monotonic() + 60
            for line in answer:  # a comment now and then keeps the connection busy
                assert time.monotonic() < end, f"no {event} came"
                if line == f"event: {event}\n".encode():
                    found: dict[str, Any] = json.loads(answer.readline().removeprefix(b"data: "))
                    return found
            raise EOFError

        try:
            yield following
        finally:
            answer.close()
            connection.close()

    def teacher_news(self) -> Any:
        return self.news("/class/teacher/news", self.store.secret)


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Class]:
    with Class(tmp_path_factory.mktemp("class")) as room:
        yield room


@pytest.fixture(scope="module")
def ann(room: Class) -> tuple[int, str]:
    """The number and the key of a pupil who does nothing."""
    return room.join()


@pytest.fixture
def own_room(tmp_path: Path) -> Iterator[Class]:
    """A class for what others would feel."""
    with Class(tmp_path) as room:
        yield room


def row_of(pupil: int, following: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
    while True:
        for row in following("rows")["rows"]:
            if row["id"] == pupil:
                return dict(row)


def test_the_teacher_sees_a_pupil_at_work(room: Class) -> None:
    with room.teacher_news() as following:
        assert following("class")["code"] == room.store.code
        ann, key = room.join("Ann")
        assert row_of(ann, following)["name"] == "Ann"

        assert room.fetch("PUT", "/class/drafts/x_wing", key, DRAFT)[0] == 204
        row = row_of(ann, following)
        assert (row["exercise"], row["lines"]) == ("x_wing", 1)
        assert row["began"] == row["typed"]

        assert room.fetch("PUT", "/class/claims/x_wing", key, {"claim": CLAIM})[0] == 204
        assert row_of(ann, following)["claim"]["checks"][0]["state"] == "passed"

        said = {**DRAFT, "claim": CLAIM, "token": "1"}
        number = room.fetch("POST", "/class/hand_ins/x_wing", key, said)[1]["number"]
        row = row_of(ann, following)
        assert (row["hand_ins"], row["last"]["number"], row["last"]["passed"]) == (1, number, True)

    pupil = room.told("GET", f"pupils/{ann}")[1]
    assert pupil["drafts"]["x_wing"]["code"] == DRAFT["code"]
    assert [each["number"] for each in pupil["hand_ins"]] == [number]
    assert room.fetch("GET", "/class/drafts", key)[1] == pupil["drafts"]


def test_a_pupil_hears_what_the_teacher_does(room: Class) -> None:
    ann, key = room.join()
    said = {**DRAFT, "claim": None, "token": "1"}
    number = room.fetch("POST", "/class/hand_ins/x_wing", key, said)[1]["number"]
    with room.news("/class/news", key) as following:
        assert following("state")["hand_ins"]["x_wing"]["verdict"] is None
        room.told("PUT", "state", {"exercise": "x_wing", "note": "Go on"})
        assert following("state")["note"] == "Go on"
        verdict: dict[str, object] = {"passed": True, "hidden": "failed", "checks": []}
        verdict |= {"remark": "", "advice": ""}
        whole = {"verdict": {**verdict, "record": "long"}}
        assert room.told("POST", f"verdicts/{number}", whole)[0] == 204
        assert following("state")["hand_ins"]["x_wing"]["verdict"] == "passed"
        comment = {"exercise": "x_wing", "line": 1, "text": "<b>Why?</b>"}
        remark = room.told("POST", f"pupils/{ann}/comments", comment)[1]["number"]
        assert following("state")["comments"][0]["text"] == "<b>Why?</b>"
        room.told("DELETE", f"comments/{remark}")
        assert following("state")["comments"] == []
        room.told("POST", f"pupils/{ann}/back", {"exercise": "x_wing"})
        assert following("state")["given_back"].keys() == {"x_wing"}
        work = {**DRAFT, "token": "2"}
        room.fetch("POST", "/class/hand_ins/x_wing", key, work)
        assert following("state")["given_back"] == {}
    assert room.told("GET", f"pupils/{ann}")[1]["hand_ins"][0]["verdict"] == {
        **verdict,
        "done": True,
    }
    room.told("PUT", "state", {"exercise": "", "note": ""})


def test_a_hand_in_that_is_sent_again_is_kept_once_also_while_frozen(own_room: Class) -> None:
    (ann, key), (_, other) = own_room.join(), own_room.join()
    said = {**DRAFT, "claim": None, "token": "the same"}
    number = own_room.fetch("POST", "/class/hand_ins/x_wing", key, said)[1]["number"]
    assert own_room.fetch("POST", "/class/hand_ins/x_wing", other, said)[1]["number"] != number
    own_room.told("PUT", "state", {"frozen": True})

    assert own_room.fetch("POST", "/class/hand_ins/x_wing", key, said)[1] == {"number": number}
    assert own_room.fetch("POST", "/class/hand_ins/x_wing", key, {**said, "token": "new"})[0] == 423
    assert own_room.fetch("PUT", "/class/drafts/x_wing", key, DRAFT)[0] == 204
    assert len(own_room.store.hand_ins(pupil=ann)) == 1


def test_two_pages_of_the_teacher_see_the_same(room: Class) -> None:
    with room.teacher_news() as first:
        ann, key = room.join()
        row_of(ann, first)
        with room.teacher_news() as second:
            whole = row_of(ann, second)
            room.fetch("PUT", "/class/drafts/x_wing", key, DRAFT)
            assert row_of(ann, first) == row_of(ann, second)
    assert {"id", "name", "online", "exercise", "claim", "last", "comments"} <= set(whole)


def test_who_is_let_in_again_gets_a_new_key_and_the_news_of_the_old_one_end(room: Class) -> None:
    ann, old = room.join("Let in again")
    room.fetch("PUT", "/class/drafts/x_wing", old, DRAFT)
    said = {"name": "let in  AGAIN", "code": room.store.code.lower()}
    assert room.fetch("POST", "/class/join", said=said)[0] == 409
    with room.news("/class/news", old) as following:
        following("state")
        assert room.told("POST", f"pupils/{ann}/readmit")[0] == 204
        with pytest.raises(EOFError):
            following("state")

    status, answer, _ = room.fetch("POST", "/class/join", said=said)

    assert (status, answer["pupil"]) == (200, ann)
    assert room.fetch("GET", "/class/drafts", old)[0] == 401
    assert room.fetch("GET", "/class/drafts", answer["key"])[1].keys() == {"x_wing"}
    assert room.told("DELETE", f"pupils/{ann}")[0] == 204
    assert room.fetch("GET", "/class/drafts", answer["key"])[0] == 401


TEACHERS = (
    *("GET news", "PUT state", "GET pupils/1", "DELETE pupils/1", "POST pupils/1/comments"),
    *("POST pupils/1/back", "POST pupils/1/readmit", "DELETE comments/1", "POST checks"),
    *("POST verdicts/1", "GET similar/x_wing", "POST films/1", "POST race", "GET qr.svg"),
    *("GET results/x_wing.csv", "GET files.zip"),
)


def test_a_pupil_is_no_teacher(own_room: Class) -> None:
    _, key = own_room.join("Ann")

    for route in TEACHERS:
        method, path = route.split()
        said = {"exercise": "x_wing", "frozen": True, "text": "mine"}
        assert own_room.fetch(method, f"/class/teacher/{path}", key, said)[0] == 403, route
    assert [row["name"] for row in own_room.store.rows()] == ["Ann"]
    assert own_room.store.state["frozen"] is False


def test_without_a_key_nothing_is_seen(room: Class) -> None:
    for key in ("", room.store.code, "é"):
        status, answer, _ = room.fetch("GET", "/class/drafts", key)
        assert (status, answer) == (401, {"what": "This key is not known here: join again."})
    status, page, _ = room.fetch("GET", "/teacher")
    assert status == 200
    assert room.store.secret.encode() not in page


def test_wrong_codes_end_in_waiting_but_not_for_those_who_are_in(own_room: Class) -> None:
    ann, key = own_room.join()
    wrong = {"name": "Eve", "code": "AAAAAA"}
    statuses = [own_room.fetch("POST", "/class/join", said=wrong)[0] for _ in range(40)]
    assert statuses == [403] * 30 + [429] * 10

    status, said, answer = own_room.fetch(
        "POST", "/class/join", said={**wrong, "code": own_room.store.code}, X_Language="de"
    )

    assert status == 429
    assert said["what"].startswith("Zu viele Anfragen")
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert own_room.fetch("GET", "/class/teacher/news", "guessed")[0] == 429
    assert own_room.fetch("PUT", "/class/drafts/x_wing", key, DRAFT)[0] == 204
    assert own_room.told("GET", f"pupils/{ann}")[0] == 200


def test_one_device_does_not_fill_the_class(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_JOINS", 2)
    with Class(tmp_path / "class") as room:
        room.join(), room.join()
        said = {"name": "Eve", "code": room.store.code}
        assert room.fetch("POST", "/class/join", said=said)[0] == 429


def test_a_flood_of_a_pupil_is_held_back_alone(own_room: Class) -> None:
    (_, key), (_, other) = own_room.join(), own_room.join()
    hand_ins = [
        own_room.fetch("POST", "/class/hand_ins/x_wing", key, {**DRAFT, "token": str(number)})[0]
        for number in range(14)
    ]
    drafts = [own_room.fetch("PUT", "/class/drafts/x_wing", key, DRAFT)[0] for _ in range(110)]

    assert hand_ins == [200] * 12 + [429] * 2
    assert drafts == [204] * 106 + [429] * 4
    assert own_room.fetch("PUT", "/class/drafts/x_wing", other, DRAFT)[0] == 204


def test_one_stream_of_news_too_many_ends_the_oldest(room: Class) -> None:
    _, key = room.join()
    with ExitStack() as stack:
        streams = [
            stack.enter_context(room.news("/class/news", key)) for _ in range(MOST_STREAMS + 1)
        ]
        streams[-1]("state")
        streams[1]("state")
        with pytest.raises(EOFError):
            streams[0]("an event that never comes")


def test_bad_requests_are_told_in_a_sentence(room: Class) -> None:
    _, key = room.join()
    code = room.store.code

    def refused(status: int, method: str, path: str, said: object) -> None:
        found, answer, _ = room.fetch(method, path, key, said)
        assert found == status, (path, said, answer)
        assert answer.keys() == {"what"}

    for name in ("", " ", "x" * 41, "x" * 10_000, "a\nb", "a\0b", "a\u202eb", "\ud800", "…", 5):
        refused(422, "POST", "/class/join", {"name": name, "code": code})
    for name in (
        "a",
        "../a.py",
        "a/b.py",
        "a.py\n",
        "ä.py",
        "Nul.py",
        "x" * 58 + ".py",
        None,
        ["a.py"],
    ):
        refused(422, "PUT", "/class/drafts/x_wing", {**DRAFT, "name": name})
    for bad in (None, 5, "\ud800", ["a"]):
        refused(422, "PUT", "/class/drafts/x_wing", {**DRAFT, "code": bad})
    refused(413, "PUT", "/class/drafts/x_wing", {**DRAFT, "code": "é" * 50_001})
    claim = {**CLAIM, "problems": [{"what": "x" * 30_000}]}
    refused(413, "PUT", "/class/claims/x_wing", {"claim": claim})
    for body in (b"", b"no", b"[]", b"1" * 10_000, b"[" * 100_000, b"\xff\xfe", b'{"a":'):
        refused(400, "PUT", "/class/drafts/x_wing", body)
    for token in (None, 5, "x" * 101):
        refused(422, "POST", "/class/hand_ins/x_wing", {**DRAFT, "token": token})
    for exercise in ("y_wing", "..", "x_wing%00"):
        refused(404, "PUT", f"/class/drafts/{exercise}", DRAFT)
    for path in ("drafts/%2e%2e%2fx_wing", "drafts/x_wing/../own", "drafts"):
        refused(405, "PUT", f"/class/{path}", DRAFT)
    refused(404, "GET", "/class/nothing", None)
    assert room.fetch("PUT", "/class/drafts/own", key, DRAFT)[0] == 204


def test_of_a_claim_only_its_own_parts_are_kept(room: Class) -> None:
    ann, key = room.join()
    check = {"check": "true", "state": "passed", "why": "half a sign: \ud83d", "extra": "x"}
    said = {"passed": True, "checks": [check], "problems": [], "more": "x"}

    assert room.fetch("PUT", "/class/claims/x_wing", key, {"claim": said})[0] == 204

    kept = {"check": "true", "state": "passed", "why": "half a sign: ?"}
    assert room.store.rows(ann)[0]["claim"] == {"passed": True, "checks": [kept], "problems": []}


TOO_LARGE = 10**19
"""A number that no database holds."""

CHECK = {"check": "true", "state": "passed"}


@pytest.mark.parametrize(
    ("method", "path", "said"),
    [
        ("PUT", "state", {"exercise": []}),
        ("PUT", "state", {"exercise": "y_wing"}),
        ("PUT", "state", {"frozen": 1}),
        ("GET", f"pupils/{TOO_LARGE}", None),
        ("DELETE", f"comments/{TOO_LARGE}", None),
        ("POST", "pupils/{ann}/comments", {"exercise": "own", "line": True, "text": "Why?"}),
        ("POST", "pupils/{ann}/comments", {"exercise": "own", "line": -1, "text": "Why?"}),
        ("POST", "pupils/{ann}/comments", {"exercise": "own", "text": "Why?"}),
        ("POST", "checks", {"exercise": "own", "pupils": 5}),
        ("POST", "checks", {"exercise": "own", "pupils": [5, [6]]}),
        ("POST", f"verdicts/{TOO_LARGE}", {"verdict": {}}),
        ("POST", "verdicts/1", {"verdict": {"passed": True}}),
        ("POST", "verdicts/1", {"passed": True}),
        ("POST", "films/{ann}", {"exercise": "own", "version": True, "puzzle": "." * 81}),
        ("POST", "films/{ann}", {"exercise": "own", "version": [1], "puzzle": "." * 81}),
        ("POST", "films/{ann}", {"exercise": "own", "puzzle": "." * 81}),
        ("PUT", "claims", {}),
        ("PUT", "claims", {"claim": [CLAIM]}),
        ("PUT", "claims", {"claim": {**CLAIM, "passed": "yes"}}),
        ("PUT", "claims", {"claim": {**CLAIM, "problems": {"what": "x"}}}),
        ("PUT", "claims", {"claim": {**CLAIM, "checks": [{**CHECK, "state": "<b>"}]}}),
        ("PUT", "claims", {"claim": {**CLAIM, "checks": [{**CHECK, "line": "1"}]}}),
    ],
)
def test_what_has_another_shape_is_refused(
    method: str, path: str, said: object, room: Class, ann: tuple[int, str]
) -> None:
    if path == "claims":
        status, answer, _ = room.fetch(method, "/class/claims/own", ann[1], said)
    else:
        status, answer = room.told(method, path.format(ann=ann[0]), said)
    assert (status, answer.keys()) == (400, {"what"})


def test_without_a_key_little_is_read(room: Class) -> None:
    said = {"name": "Eve", "code": room.store.code, "more": "x" * 64_000}
    assert room.fetch("POST", "/class/join", said=said)[0] == 413


def test_a_file_of_50_mb_is_refused_before_it_is_sent(room: Class) -> None:
    _, key = room.join()
    head = f"PUT /class/drafts/x_wing HTTP/1.1\r\nHost: it\r\nAuthorization: Bearer {key}\r\n"
    for rest in (
        b"Content-Length: 50000000\r\n\r\n",
        b"Transfer-Encoding: chunked\r\n\r\n" + b"10000\r\n%b\r\n" % (b"x" * 65_536) * 5,
    ):
        with socket.create_connection(("127.0.0.1", room.port), timeout=10) as connection:
            connection.sendall(head.encode() + rest)
            assert connection.recv(100).startswith(b"HTTP/1.1 413 ")


def test_only_the_files_of_the_site_are_served(room: Class) -> None:
    for path in (
        *("/../class.db", "/%2e%2e/class.db", "/class.db", "/..%5cclass.db", "/it.js%00"),
        *("//etc/passwd", "/it.js/", "/class/../class.db", "/" + "x" * 5_000, "/\\..\\class.db"),
    ):
        assert room.fetch("GET", path)[0] == 404, path


def test_each_answer_keeps_others_out(room: Class) -> None:
    _, key = room.join()
    for path, cached in (
        ("/", "no-cache"),
        ("/teacher", "no-cache"),
        ("/it.js", "no-cache"),
        ("/nothing", "no-store"),
        ("/class/drafts", "no-store"),
        ("/class/teacher/news", "no-store"),
    ):
        headers = room.fetch("GET", path, key)[2].headers
        policy = headers["Content-Security-Policy"]
        assert headers["Cache-Control"] == cached
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "Set-Cookie" not in headers
        assert ("'sha256-aGFzaA=='" in policy) == (path == "/")


def test_the_worker_in_which_pupils_code_runs_reaches_no_service(room: Class) -> None:
    for host, reached in (
        (f"localhost:{room.port}", f"localhost:{room.port}/pyodide/ localhost:{room.port}/python/"),
        ("a; script-src *", ""),
    ):
        policy = room.fetch("GET", "/worker.js", Host=host)[2].headers["Content-Security-Policy"]
        assert f"; connect-src {reached} data:;" in policy
        assert "script-src 'self' 'wasm-unsafe-eval';" in policy


def test_files_are_sent_packed_and_once(room: Class) -> None:
    _, plain, answer = room.fetch("GET", "/it.js")
    _, packed, gzipped = room.fetch("GET", "/it.js", Accept_Encoding="gzip, br")
    status, nothing, _ = room.fetch("GET", "/it.js", If_None_Match=answer.headers["ETag"])

    assert plain == gzip.decompress(packed) == SCRIPT
    assert gzipped.headers["Content-Encoding"] == "gzip"
    assert gzipped.headers["Content-Type"] == "text/javascript"
    assert (status, nothing) == (304, b"")


def test_there_is_nothing_to_take_home_yet(own_room: Class) -> None:
    for path in ("results/x_wing.csv", "files.zip"):
        status, answer = own_room.told("GET", path)
        assert (status, answer["what"]) == (409, "Nothing is handed in yet.")


def test_what_the_teacher_takes_home(room: Class) -> None:
    ann, key = room.join("../Zoë")
    room.fetch("POST", "/class/hand_ins/x_wing", key, {**DRAFT, "token": "1"})

    packed = room.told("GET", "files.zip")[1]
    assert f"x_wing/Zoë_{ann:03d}_/my_x_wing.py" in zipfile.ZipFile(io.BytesIO(packed)).namelist()
    picture = room.told("GET", "qr.svg")[1].decode()
    assert qr.text_of(qr.in_svg(picture)) == f"{room.address}#{room.store.code}"
    for method, path in (
        ("POST", "checks"),
        ("GET", "similar/x_wing"),
        ("GET", "results/x_wing.csv"),
    ):
        status, answer = room.told(method, path, {"exercise": "x_wing"})
        assert (status, answer["what"][:28]) == (409, "No pupil's program runs on t")


def test_a_full_disk_loses_nothing_that_was_kept(own_room: Class) -> None:
    ann, key = own_room.join()
    own_room.fetch("PUT", "/class/drafts/x_wing", key, DRAFT)
    database = own_room.store._database
    pages = database.execute("PRAGMA page_count").fetchone()[0]
    large = {**DRAFT, "code": "x" * 90_000}
    with own_room.teacher_news() as following:
        following("rows")
        database.execute(f"PRAGMA max_page_count = {pages}")
        status, said, answer = own_room.fetch("PUT", "/class/drafts/x_wing", key, large)
        assert status == 507
        assert "full" in said["what"]
        assert answer.headers["Retry-After"]
        assert "full" in following("problem")["what"]
        assert own_room.fetch("GET", "/class/drafts", key)[1]["x_wing"]["code"] == DRAFT["code"]

        database.execute("PRAGMA max_page_count = 1000000")
        assert own_room.fetch("PUT", "/class/drafts/x_wing", key, large)[0] == 204
        assert following("problem")["what"] == ""
    assert own_room.store.drafts(ann)["x_wing"]["code"] == large["code"]


def test_who_is_removed_while_a_request_arrives_is_unknown(room: Class) -> None:
    ann, key = room.join()
    body = json.dumps(DRAFT).encode()
    head = f"PUT /class/drafts/x_wing HTTP/1.1\r\nHost: it\r\nAuthorization: Bearer {key}\r\n"
    with socket.create_connection(("127.0.0.1", room.port), timeout=10) as slow:
        slow.sendall(head.encode() + b"Content-Length: %d\r\n\r\n{" % len(body))
        time.sleep(0.1)
        assert room.told("DELETE", f"pupils/{ann}")[0] == 204
        slow.sendall(body[1:])
        assert slow.recv(100).startswith(b"HTTP/1.1 401 ")


@pytest.mark.thorough
def test_who_sends_a_byte_now_and_then_is_sent_away(
    own_room: Class, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("BODY_SECONDS", "HEAD_SECONDS"):
        monkeypatch.setattr(f"sudoku_frontends.classroom.limits.{name}", 0.3)
    _, key = own_room.join()
    with own_room.news("/class/news", key) as following:
        for beginning in (b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: it\r\n\r\nGET / HT"):
            with socket.create_connection(("127.0.0.1", own_room.port), timeout=10) as slow:
                slow.sendall(beginning)
                with suppress(ConnectionError):
                    while slow.recv(1000):
                        pass
        following("state")
        own_room.told("PUT", "state", {"note": "Still there?"})
        assert following("state")["note"] == "Still there?"
    head = f"PUT /class/drafts/x_wing HTTP/1.1\r\nHost: it\r\nAuthorization: Bearer {key}\r\n"
    with socket.create_connection(("127.0.0.1", own_room.port), timeout=10) as connection:
        connection.sendall(head.encode() + b"Content-Length: 100\r\n\r\n{")
        began = time.monotonic()
        assert connection.recv(100).startswith(b"HTTP/1.1 408 ")
    assert time.monotonic() - began < 5


@pytest.mark.process
@pytest.mark.thorough
def test_what_is_handed_in_is_judged_in_guests_also_after_a_new_start(tmp_path: Path) -> None:
    with Class(tmp_path) as room:  # without a referee nothing is judged
        ann, key = room.join("Ann")
        said = {**DRAFT, "claim": CLAIM, "token": "1"}
        number = room.fetch("POST", "/class/hand_ins/x_wing", key, said)[1]["number"]

    with Class(tmp_path, has_referee=True) as room:
        with room.teacher_news() as following:
            verdict = row_of(ann, following)["last"]["verdict"]
            while not verdict["done"]:
                verdict = row_of(ann, following)["last"]["verdict"]
            assert (verdict["passed"], "record" in verdict) == (False, False)
            assert room.told("POST", "checks", {"exercise": "x_wing", "pupils": None})[0] == 204
        film = {"exercise": "x_wing", "version": number, "puzzle": "." * 81}
        assert room.told("POST", f"films/{ann}", film)[1]["problems"]
        for missing in ("draft", number + 1):
            assert room.told("POST", f"films/{ann}", {**film, "version": missing})[0] == 404
        assert room.told("GET", "results/x_wing.csv")[1].splitlines()[1].startswith(b"Ann,")
        assert room.told("GET", "results/x_wing.exe")[0] == 404


class SlowReferee(Referee):
    """Takes a while for each file, and runs none."""

    def __init__(self) -> None:
        super().__init__("word")
        self.size = 1
        self.judged: list[int] = []

    async def verdict(self, file: HandIn) -> Verdict:
        await asyncio.sleep(0.01)
        self.judged.append(file.pupil)
        return {"passed": True, "done": True}


def test_whose_files_take_long_comes_after_the_others(tmp_path: Path) -> None:
    referee = SlowReferee()

    async def judge_all(store: Store) -> None:
        room = Classroom(store, set(), referee, [])
        work = asyncio.create_task(room.keep_judging())
        while len(referee.judged) < 4:
            await asyncio.sleep(0.01)
        work.cancel()

    with closing(Store.open(str(tmp_path / "class"))) as store:
        ann, bob = store.join("Ann")[0].id, store.join("Bob")[0].id
        for pupil, exercise in ((ann, "x_wing"), (ann, "own"), (ann, "xy_wing"), (bob, "own")):
            store.hand_in(pupil, exercise, "a.py", "", None, exercise)
        asyncio.run(judge_all(store))
    assert referee.judged[:2] == [ann, bob]
