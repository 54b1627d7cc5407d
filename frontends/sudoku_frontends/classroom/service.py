"""The service of a class: the site's files, the pupils' work, the teacher's page, and live news.

A request has its key in the header ``Authorization``, never in a cookie or an address: a pupil's
own code runs in the pupil's browser and could use these.
"""

from __future__ import annotations

import asyncio
import hmac
import io
import json
import math
import re
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile

import segno
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from sudoku_engine.board.say import LANGUAGES, say, speaking, tell
from sudoku_engine.errors import SudokuError, error_text
from sudoku_frontends.classroom import limits
from sudoku_frontends.classroom.limits import Rate, Refused
from sudoku_frontends.classroom.live import GATHER_SECONDS, TEACHER, Classroom
from sudoku_frontends.classroom.store import OWN, Pupil, Store, shown

if TYPE_CHECKING:
    from sudoku_frontends.classroom.referee import Referee

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'{hashes}; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self' data:; "
    "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What a page and its workers may load; `hashes`: of the import map."""

WORKER = "worker.js"
"""Runs pupils' code, also in the teacher's browser: so it reaches Python's files, and no more."""

PYTHON = ("pyodide/", "python/")
"""Where these are."""

HEADERS = {
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": POLICY.format(hashes=""),
    "Cache-Control": "no-store",
}
"""Of each answer that says nothing else."""

PIECE = 1 << 18
"""Bytes of a file that are sent at once."""

RESULTS = ("csv", "json", "xml", "gradescope.zip")

UNKNOWN = say("This key is not known here: join again.")

NOTHING = say("There is nothing here.")

NO_KEY = say("Open the address that the program printed.")


class Served(NamedTuple):
    """A file of the site."""

    data: bytes
    packed: bytes | None
    """The same by gzip, where that is smaller."""
    type: str
    etag: str


def app(
    store: Store, site: Mapping[str, Served], referee: Referee | None, addresses: Sequence[str]
) -> Starlette:
    """Return the application that serves a class.

    site: its files by path. referee: None where no pupil's code may run on this computer.
    addresses: those under which pupils reach it, the best one first.
    """
    exercises = {each["id"] for each in json.loads(site["exercises.json"].data)} | {OWN}
    service = _Service(Classroom(store, exercises, referee, addresses), site)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        judging = asyncio.create_task(service.room.keep_judging())
        yield
        judging.cancel()
        if referee is not None:
            await referee.close()

    return Starlette(
        routes=[*service.routes(), Route("/{path:path}", service.file)],
        exception_handlers={HTTPException: _http_error},
        lifespan=lifespan,
    )


Sent = Mapping[str, Any]
"""What a request holds, path and body, in its shape; with the `pupil` whose key it has, the
`language` of the page, and the `address` of the device."""

Handler = Callable[[Sent], Awaitable[Any]]
"""Answers with a Response, with something for JSON, or with None."""


class _Service:
    """The answers to requests."""

    def __init__(self, room: Classroom, site: Mapping[str, Served]) -> None:
        self.room = room
        self.store = room.store
        self.site = site
        self.requests = Rate(120, 60, self.store.now)
        self.handing_in = Rate(12, 60, self.store.now)
        self.wrong = Rate(30, 60, self.store.now)
        self.joining = Rate(limits.MOST_JOINS, 3600, self.store.now)

    def routes(self) -> list[Route]:
        """Return the routes below ``/class``: for whom, and the shape of what is sent there."""
        text, number = limits.text, limits.number
        nobody, pupil, teacher = self._nobody, self._pupil_with_key, self._teacher
        of, one, some = {"exercise": self._exercise}, {"pupil": self._pupil}, {"id": number}
        work = {**of, "name": limits.file_name, "code": limits.code}
        handed_in = {**work, "claim?": limits.claim, "token": limits.token}
        checked = {**of, "claim": limits.claim, "token?": limits.token}
        exercises = limits.one_of("", *self.room.exercises)
        state = {"exercise?": exercises, "note?": text, "frozen?": limits.flag}
        comment = {**one, **of, "line": number, "text": text}
        film = {**one, **of, "version": self._version, "puzzle": text, "company?": limits.any_text}
        join = {"name": limits.pupil_name, "code": limits.any_text}
        remove = partial(self.end, self.store.remove)
        readmit = partial(self.end, self.store.readmit)
        verdict = {**some, "verdict": limits.VERDICT}
        table: tuple[tuple[Callable[[Request], Any], str, Handler, dict[str, Any]], ...] = (
            (nobody, "POST join", self.join, join),
            (pupil, "GET news", self.news, {}),
            (pupil, "GET drafts", self.drafts, {}),
            (pupil, "PUT places/{exercise}", self.keep_place, of),
            (pupil, "PUT drafts/{exercise}", self.keep_draft, work),
            (pupil, "PUT claims/{exercise}", self.keep_claim, checked),
            (pupil, "POST hand_ins/{exercise}", self.hand_in, handed_in),
            (teacher, "GET teacher/news", self.teacher_news, {}),
            (teacher, "PUT teacher/state", self.set_state, state),
            (teacher, "GET teacher/pupils/{pupil:int}", self.show_pupil, one),
            (teacher, "DELETE teacher/pupils/{pupil:int}", remove, one),
            (teacher, "POST teacher/pupils/{pupil:int}/comments", self.comment, comment),
            (teacher, "POST teacher/pupils/{pupil:int}/back", self.give_back, {**one, **of}),
            (teacher, "POST teacher/pupils/{pupil:int}/readmit", readmit, one),
            (teacher, "DELETE teacher/comments/{id:int}", self.remove_comment, some),
            (teacher, "POST teacher/checks", self.check, {**of, "pupils?": [number]}),
            (teacher, "POST teacher/verdicts/{id:int}", self.keep_verdict, verdict),
            (teacher, "GET teacher/similar/{exercise}", self.similar, of),
            (teacher, "POST teacher/films/{pupil:int}", self.film, film),
            (teacher, "POST teacher/race", self.race, {**of, "puzzle": text}),
            (teacher, "GET teacher/qr.svg", self.qr, {}),
            (teacher, "GET teacher/results/{file}", self.results, {"file": text}),
            (teacher, "GET teacher/files.zip", self.files, {}),
        )
        return [self._route(*each) for each in table]

    def _route(
        self,
        who: Callable[[Request], Pupil | None],
        where: str,
        handler: Handler,
        shape: Mapping[str, limits.Shape],
    ) -> Route:
        """Return a route for the one `who` may use it; what goes wrong is told in a sentence."""
        method, _, path = where.partition(" ")

        async def answer(request: Request) -> Response:
            try:
                own: dict[str, Any] = {"language": _language(request), "address": _address(request)}
                if pupil := who(request):
                    own["pupil"] = pupil
                given = dict(request.path_params)
                if shape.keys() - given.keys():
                    most = limits.LONGEST_JOIN if who == self._nobody else limits.LONGEST_BODY
                    given = {**await _body(request, most), **given}
                found = await handler({**limits.shaped(given, shape), **own})
                if method != "GET":
                    self.room.set_problem("disk")
                if found is None:
                    return Response(status_code=204)
                return found if isinstance(found, Response) else JSONResponse(found)
            except Refused as refused:
                return _refuse(request, refused)
            except sqlite3.IntegrityError:  # removed while the request arrived
                return _refuse(request, Refused(401, UNKNOWN))
            except sqlite3.Error as error:
                words = say(
                    "The computer of the class cannot keep this ({error}). It is not lost: "
                    "your page keeps it, and tries again.",
                    error=str(error),
                )
                self.room.set_problem("disk", words)
                return _refuse(request, Refused(507, words, 5))
            except ClientDisconnect:
                return Response(status_code=400)
            except Exception as error:  # of a guest, or of the system: the class goes on
                status = 422 if isinstance(error, SudokuError) else 500
                return _refuse(request, Refused(status, error_text(error)))

        async def endpoint(request: Request) -> Response:
            return _guarded(await answer(request))

        return Route(f"/class/{path}", endpoint, methods=[method])

    def _nobody(self, request: Request) -> None:
        """Let everybody in."""

    def _pupil_with_key(self, request: Request) -> Pupil:
        """Return the pupil whose key the `request` has."""
        pupil = self.store.pupil_with(_key(request))
        if pupil is None:
            self.wrong.take(_address(request))
            raise Refused(401, UNKNOWN)
        self.requests.take(pupil.id)
        return pupil

    def _teacher(self, request: Request) -> None:
        """Let nobody in but the teacher."""
        if not hmac.compare_digest(_key(request).encode(), self.store.secret.encode()):
            self.wrong.take(_address(request))
            raise Refused(403, NO_KEY)

    def _pupil(self, id: object) -> Pupil:
        return self.store.pupil(limits.number(id))

    def _exercise(self, id: object) -> str:
        if not isinstance(id, str) or id not in self.room.exercises:
            raise Refused(404, say("There is no such exercise."))
        return id

    def _version(self, version: object) -> int | None:
        """Return the number of a hand-in, or None for the draft."""
        return None if version == "draft" else limits.number(version)

    async def join(self, sent: Sent) -> Any:
        address, code = sent["address"], "".join(sent["code"].split()).upper()
        if seconds := self.wrong.wait(address):
            raise limits.too_many(seconds)
        if not hmac.compare_digest(code.encode(), self.store.code.encode()):
            self.wrong.count(address)
            raise Refused(403, say("This is not the code of the class."))
        if seconds := self.joining.wait(address):
            raise limits.too_many(seconds)
        pupil, key = self.store.join(sent["name"])
        self.joining.count(address)
        self.room.changed(pupil.id)
        return {"pupil": pupil.id, "name": pupil.name, "key": key}

    async def news(self, sent: Sent) -> Response:
        number = sent["pupil"].id
        news = partial(self.room.pupil_news, number)
        return _events(self.room.stream(number, news))

    async def drafts(self, sent: Sent) -> Any:
        return self.store.drafts(sent["pupil"].id)

    async def keep_place(self, sent: Sent) -> None:
        self.store.keep_place(sent["pupil"].id, sent["exercise"])
        self.room.changed(sent["pupil"].id)

    async def keep_draft(self, sent: Sent) -> None:
        if self.store.keep_draft(sent["pupil"].id, sent["exercise"], sent["name"], sent["code"]):
            self.room.changed(sent["pupil"].id)

    async def keep_claim(self, sent: Sent) -> None:
        pupil = sent["pupil"].id
        self.store.keep_claim(pupil, sent["exercise"], sent["claim"], sent.get("token"))
        self.room.tell(pupil)

    async def hand_in(self, sent: Sent) -> Any:
        pupil, token = sent["pupil"].id, sent["token"]
        number = self.store.number_of(pupil, token)
        if number is None:
            if self.store.state["frozen"]:
                raise Refused(423, say("Nobody can hand in now. Your page sends it afterwards."))
            self.handing_in.take(pupil)
            work = (sent["exercise"], sent["name"], sent["code"], sent.get("claim"))
            number = self.store.hand_in(pupil, *work, token)
            self.room.judge(*self.store.hand_ins(number=number))
            self.room.tell(pupil)
        return {"number": number}

    async def teacher_news(self, sent: Sent) -> Response:
        news = partial(self.room.teacher_news, sent["language"], {})
        return _events(self.room.stream(TEACHER, news, GATHER_SECONDS))

    async def set_state(self, sent: Sent) -> None:
        self.room.set_state({name: sent[name] for name in self.store.state if name in sent})

    async def show_pupil(self, sent: Sent) -> Any:
        pupil = sent["pupil"]
        return {
            **pupil._asdict(),
            "drafts": self.store.drafts(pupil.id),
            "hand_ins": [
                {**each._asdict(), "verdict": shown(each.verdict)}
                for each in self.store.hand_ins(pupil=pupil.id)
            ],
            "comments": self.store.comments(pupil.id),
        }

    async def end(self, change: Callable[[int], None], sent: Sent) -> None:
        """Make a `change` after which the pupil's key is worth nothing."""
        pupil = sent["pupil"].id
        change(pupil)
        self.room.send_away(pupil)
        self.room.changed(pupil)

    async def comment(self, sent: Sent) -> Any:
        pupil = sent["pupil"].id
        number = self.store.comment(pupil, sent["exercise"], sent["line"], sent["text"])
        self.room.tell(pupil)
        return {"id": number}

    async def remove_comment(self, sent: Sent) -> None:
        self.room.tell(self.store.remove_comment(sent["id"]))

    async def give_back(self, sent: Sent) -> None:
        self.store.give_back(sent["pupil"].id, sent["exercise"])
        self.room.tell(sent["pupil"].id)

    async def check(self, sent: Sent) -> None:
        self.room.guests()
        found, wanted = self.store.hand_ins(exercise=sent["exercise"]), sent.get("pupils")
        self.room.judge(*[each for each in found if wanted is None or each.pupil in wanted])

    async def keep_verdict(self, sent: Sent) -> None:
        self.room.keep_verdict(sent["id"], {**sent["verdict"], "done": True})

    async def similar(self, sent: Sent) -> Any:
        exercise = sent["exercise"]
        codes = {each.pupil: each.code for each in self.store.hand_ins(exercise=exercise)}
        return await self.room.guests().similar(exercise, codes)

    async def film(self, sent: Sent) -> Any:
        pupil, exercise, film = sent["pupil"].id, sent["exercise"], self.room.guests().film
        kept: dict[int | None, Any] = {
            each.number: each._asdict() for each in self.store.hand_ins(pupil=pupil)
        }
        kept[None] = self.store.drafts(pupil).get(exercise)
        if (file := kept.get(sent["version"])) is None:
            raise Refused(404, say("There is no such file."))
        company = sent.get("company", "singles")
        work = (file["code"], file["name"], exercise)
        return await film(*work, sent["puzzle"], company, sent["language"])

    async def race(self, sent: Sent) -> None:
        self.room.start_race(sent["exercise"], sent["puzzle"])

    async def qr(self, sent: Sent) -> Response:
        if not self.room.addresses:
            raise Refused(404, say("This computer is not connected to a network."))
        address = f"{self.room.addresses[0]}#{self.store.code}"
        code = segno.make(address, error="l", micro=False)
        picture = io.BytesIO()
        code.save(picture, kind="svg", scale=8, border=4, light="white", xmldecl=False)
        return Response(picture.getvalue(), media_type="image/svg+xml")

    async def results(self, sent: Sent) -> Response:
        exercise, _, form = sent["file"].partition(".")
        if form not in RESULTS:
            raise Refused(404, NOTHING)
        names = {row["id"]: row["name"] for row in self.store.rows()}
        found = self.store.hand_ins(exercise=self._exercise(exercise))
        if not found:
            raise Refused(409, limits.NO_FILE)
        files = {names[each.pupil]: each for each in found}
        return _download(await self.room.guests().results(exercise, files, form))

    async def files(self, sent: Sent) -> Response:
        found = list(self.store.export())
        if not found:
            raise Refused(409, limits.NO_FILE)
        packed = io.BytesIO()
        with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
            for exercise, folder, name, code in found:
                archive.writestr(f"{exercise}/{folder}/{name}", code)
        return _download(packed.getvalue())

    async def file(self, request: Request) -> Response:
        """Answer with a file of the site."""
        path = request.path_params["path"]
        served = self.site.get({"": "index.html", "teacher": "teacher.html"}.get(path, path))
        if served is None:
            raise HTTPException(404)
        etag = f'W/"{served.etag}"'
        headers = {"ETag": etag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if path.endswith(".html") or "." not in path:
            hashes = set(re.findall(rb"'sha256-[\w+/=]+'", served.data))
            headers["Content-Security-Policy"] = POLICY.format(
                hashes="".join(f" {each.decode()}" for each in sorted(hashes))
            )
        elif path == WORKER:
            own = re.fullmatch(r"[\w.-]+(:\d+)?", request.headers.get("Host", ""))
            reach = " ".join(f"{own[0]}/{each}" for each in PYTHON) if own else ""
            policy = POLICY.format(hashes="")
            headers["Content-Security-Policy"] = policy.replace(
                "connect-src 'self'", f"connect-src {reach}"
            )
        if etag in request.headers.get("If-None-Match", ""):
            return _guarded(Response(status_code=304, headers=headers))
        data = served.data
        if served.packed is not None and "gzip" in request.headers.get("Accept-Encoding", ""):
            data, headers["Content-Encoding"] = served.packed, "gzip"
        headers |= {"Content-Type": served.type, "Content-Length": str(len(data))}
        return _guarded(StreamingResponse(_pieces(data), headers=headers))


class Patience(H11Protocol):
    """HTTP of uvicorn, but who begins no request for a while, or never ends its head, must go."""

    _last: object = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to look."""
        super().connection_made(transport)
        self._look_again()

    def _look_again(self) -> None:
        self._timer = self.loop.call_later(limits.HEAD_SECONDS, self._look)

    def _look(self) -> None:
        is_idle = self.cycle is None or self.cycle.response_complete
        if is_idle and self.cycle is self._last:
            self.transport.abort()
        else:
            self._last = self.cycle
            self._look_again()

    def connection_lost(self, exc: Exception | None) -> None:
        """Look no longer."""
        self._timer.cancel()
        super().connection_lost(exc)


def _guarded(response: Response) -> Response:
    """Return the `response` with the headers that it has not itself."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


def _key(request: Request) -> str:
    kind, _, key = request.headers.get("Authorization", "").partition(" ")
    return key.strip() if kind.lower() == "bearer" else ""


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


async def _body(request: Request, most: int) -> dict[str, Any]:
    """Return the object of JSON in a `request`, of which no more is read than the `most` bytes."""
    try:
        text = await asyncio.wait_for(_read(request, most), limits.BODY_SECONDS)
        found = json.loads(text)
    except asyncio.TimeoutError:
        raise Refused(408, say("The request took too long to arrive.")) from None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise Refused(400, say("The request is not a JSON object."))
    return found


async def _read(request: Request, most: int) -> bytes:
    parts, size = [], int(request.headers.get("Content-Length") or 0)
    if size <= most:
        size = 0
        async for part in request.stream():
            parts.append(part)
            size += len(part)
            if size > most:
                break
    if size > most:
        raise Refused(413, limits.TOO_LARGE)
    return b"".join(parts)


def _refuse(request: Request, refused: Refused) -> Response:
    headers = {"Retry-After": str(math.ceil(refused.seconds))} if refused.seconds else {}
    if refused.status in (408, 413):
        headers["Connection"] = "close"  # the rest of it is not read
    with speaking(_language(request)):
        what = tell(refused.words)
    return JSONResponse({"what": what}, refused.status, headers)


def _language(request: Request) -> str:
    language = request.headers.get("X-Language", "")
    return language if language in LANGUAGES else "en"


async def _http_error(request: Request, error: Exception) -> Response:
    status = getattr(error, "status_code", 500)
    words = NOTHING if status == 404 else say("This cannot be done here.")
    return _guarded(_refuse(request, Refused(status, words)))


async def _pieces(data: bytes) -> AsyncIterator[bytes]:
    """Yield `data` bit by bit: of what nobody takes, little waits in memory."""
    for start in range(0, len(data), PIECE):
        yield data[start : start + PIECE]


def _events(stream: AsyncIterator[str]) -> Response:
    return StreamingResponse(stream, media_type="text/event-stream")


def _download(data: bytes) -> Response:
    return Response(data, media_type="application/octet-stream")
