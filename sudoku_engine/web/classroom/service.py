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
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from sudoku_engine.board.say import LANGUAGES, say, speaking, tell
from sudoku_engine.errors import SudokuError, error_text
from sudoku_engine.web.classroom import limits
from sudoku_engine.web.classroom.limits import Rate, Refused
from sudoku_engine.web.classroom.live import GATHER_SECONDS, Classroom
from sudoku_engine.web.classroom.store import OWN, Pupil, Store, shown

if TYPE_CHECKING:
    from sudoku_engine.web.classroom.referee import Referee

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
"""The endings of files with results."""

UNKNOWN = say("This key is not known here: join again.")

NOTHING = say("There is nothing here.")

NO_KEY = say("Open the address that the program printed.")
"""What the teacher's page says without the right secret."""


class Served(NamedTuple):
    """A file of the site."""

    data: bytes
    packed: bytes | None
    """The same by gzip, where that is smaller."""
    type: str
    etag: str
    """A digest of the data."""


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

    starlette = Starlette(
        routes=[*service.routes(), Route("/{path:path}", service.file)],
        exception_handlers={HTTPException: _http_error},
        lifespan=lifespan,
    )
    starlette.add_middleware(_Headers)
    return starlette


Handler = Callable[[Request, Any], Awaitable[Response]]


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
        """Return the routes below ``/class``."""
        return [
            self._route("POST", "/class/join", self.join, lambda request: None),
            *[
                self._route(method, f"/class/{path}", handler, self.pupil)
                for method, path, handler in (
                    ("GET", "news", self.news),
                    ("GET", "drafts", self.drafts),
                    ("PUT", "drafts/{exercise}", self.keep_draft),
                    ("PUT", "claims/{exercise}", self.keep_claim),
                    ("POST", "hand_ins/{exercise}", self.hand_in),
                )
            ],
            *[
                self._route(method, f"/class/teacher/{path}", handler, self.teacher)
                for method, path, handler in (
                    ("GET", "news", self.teacher_news),
                    ("PUT", "state", self.set_state),
                    ("GET", "pupils/{id:int}", self.show_pupil),
                    ("DELETE", "pupils/{id:int}", self.remove),
                    ("POST", "pupils/{id:int}/comments", self.comment),
                    ("POST", "pupils/{id:int}/back", self.give_back),
                    ("POST", "pupils/{id:int}/readmit", self.readmit),
                    ("DELETE", "comments/{id:int}", self.remove_comment),
                    ("POST", "checks", self.check),
                    ("POST", "verdicts/{id:int}", self.keep_verdict),
                    ("GET", "similar/{exercise}", self.similar),
                    ("POST", "films/{id:int}", self.film),
                    ("POST", "race", self.race),
                    ("GET", "qr.svg", self.qr),
                    ("GET", "results/{file}", self.results),
                    ("GET", "files.zip", self.files),
                )
            ],
        ]

    def _route(
        self, method: str, path: str, handler: Handler, who: Callable[[Request], Any]
    ) -> Route:
        """Return a route for the one `who` may use it; what goes wrong is told in a sentence."""

        async def answer(request: Request) -> Response:
            try:
                response = await handler(request, who(request))
                if method != "GET":
                    self.room.set_problem("disk")
                return response
            except Refused as refused:
                return _told(request, refused)
            except sqlite3.IntegrityError:  # removed while the request arrived
                return _told(request, Refused(401, UNKNOWN))
            except sqlite3.Error as error:
                words = say(
                    "The computer of the class cannot keep this ({error}). It is not lost: "
                    "your page keeps it, and tries again.",
                    error=str(error),
                )
                self.room.set_problem("disk", words)
                return _told(request, Refused(507, words, 5))
            except ClientDisconnect:
                return Response(status_code=400)
            except Exception as error:  # of a guest, or of the system: the class goes on
                status = 422 if isinstance(error, SudokuError) else 500
                return _told(request, Refused(status, error_text(error)))

        return Route(path, answer, methods=[method])

    def pupil(self, request: Request) -> Pupil:
        """Return the pupil whose key the `request` has."""
        pupil = self.store.pupil_with(_key(request))
        if pupil is None:
            self._count_wrong(request)
            raise Refused(401, UNKNOWN)
        self.requests.take(pupil.id)
        return pupil

    def teacher(self, request: Request) -> None:
        """Let nobody in but the teacher."""
        if not hmac.compare_digest(_key(request).encode(), self.store.secret.encode()):
            self._count_wrong(request)
            raise Refused(403, NO_KEY)

    def _count_wrong(self, request: Request) -> None:
        self.wrong.take(request.client.host if request.client else "")

    async def join(self, request: Request, _: None) -> Response:
        said = await _body(request, limits.LONGEST_JOIN)
        address = request.client.host if request.client else ""
        if seconds := self.wrong.wait(address):
            raise limits.too_many(seconds)
        code = said.get("code")
        given = "".join(code.split()).upper() if isinstance(code, str) else ""
        if not hmac.compare_digest(given.encode(errors="replace"), self.store.code.encode()):
            self.wrong.count(address)
            raise Refused(403, say("This is not the code of the class."))
        name = limits.pupil_name(said.get("name"))
        if seconds := self.joining.wait(address):
            raise limits.too_many(seconds)
        pupil, key = self.store.join(name)
        self.joining.count(address)
        self.room.changed(pupil.id)
        return JSONResponse({"pupil": pupil.id, "name": pupil.name, "key": key})

    async def news(self, request: Request, pupil: Pupil) -> Response:
        person = self.room.person(pupil.id)
        return _events(self.room.stream(person, partial(self.room.pupil_news, pupil.id)))

    async def drafts(self, request: Request, pupil: Pupil) -> Response:
        return JSONResponse(self.store.drafts(pupil.id))

    async def keep_draft(self, request: Request, pupil: Pupil) -> Response:
        exercise, said = self._exercise(request), await _body(request)
        name, code = limits.file_name(said.get("name")), limits.code(said.get("code"))
        if self.store.keep_draft(pupil.id, exercise, name, code):
            self.room.changed(pupil.id)
        return Response(status_code=204)

    async def keep_claim(self, request: Request, pupil: Pupil) -> Response:
        exercise, said = self._exercise(request), await _body(request)
        self.store.keep_claim(pupil.id, exercise, limits.claim(said))
        self.room.changed(pupil.id)
        return Response(status_code=204)

    async def hand_in(self, request: Request, pupil: Pupil) -> Response:
        exercise, said = self._exercise(request), await _body(request)
        token = limits.token(said.get("token"))
        number = self.store.number_of(pupil.id, token)
        if number is None:
            if self.store.state["frozen"]:
                raise Refused(423, say("Nobody can hand in now. Your page sends it afterwards."))
            self.handing_in.take(pupil.id)
            name, code = limits.file_name(said.get("name")), limits.code(said.get("code"))
            claim = None if said.get("claim") is None else limits.claim(said["claim"])
            number = self.store.hand_in(pupil.id, exercise, name, code, claim, token)
            self.room.judge(*self.store.hand_ins(number=number))
            self.room.tell(pupil.id)
        return JSONResponse({"number": number})

    def _exercise(self, request: Request) -> str:
        return self._known(request.path_params["exercise"])

    def _known(self, exercise: object) -> str:
        if not isinstance(exercise, str) or exercise not in self.room.exercises:
            raise Refused(404, say("There is no such exercise."))
        return exercise

    async def teacher_news(self, request: Request, _: None) -> Response:
        news = partial(self.room.teacher_news, _language(request), {})
        return _events(self.room.stream(self.room.teacher, news, GATHER_SECONDS))

    async def set_state(self, request: Request, _: None) -> Response:
        said = await _body(request)
        changes: dict[str, Any] = {}
        if "exercise" in said:
            changes["exercise"] = self._known(said["exercise"]) if said["exercise"] else ""
        if "note" in said:
            changes["note"] = limits.text(said["note"])
        if "frozen" in said:
            changes["frozen"] = said["frozen"] is True
        self.room.set_state(changes)
        return Response(status_code=204)

    def _pupil_of(self, request: Request) -> Pupil:
        return self.store.pupil(request.path_params["id"])

    async def show_pupil(self, request: Request, _: None) -> Response:
        pupil = self._pupil_of(request)
        return JSONResponse(
            {
                **pupil._asdict(),
                "drafts": self.store.drafts(pupil.id),
                "hand_ins": [
                    {**each._asdict(), "verdict": shown(each.verdict)}
                    for each in self.store.hand_ins(pupil=pupil.id)
                ],
                "comments": self.store.comments(pupil.id),
            }
        )

    async def remove(self, request: Request, _: None) -> Response:
        return self._end(request, self.store.remove)

    async def readmit(self, request: Request, _: None) -> Response:
        return self._end(request, self.store.readmit)

    def _end(self, request: Request, change: Callable[[int], None]) -> Response:
        """Make a `change` after which the pupil's key is worth nothing."""
        pupil = self._pupil_of(request)
        change(pupil.id)
        self.room.person(pupil.id).send_away()
        self.room.changed(pupil.id)
        return Response(status_code=204)

    async def comment(self, request: Request, _: None) -> Response:
        pupil, said = self._pupil_of(request), await _body(request)
        text = limits.text(said.get("text"))
        exercise, line = self._known(said.get("exercise")), limits.line(said.get("line"))
        number = self.store.comment(pupil.id, exercise, line, text)
        self.room.tell(pupil.id)
        return JSONResponse({"id": number})

    async def remove_comment(self, request: Request, _: None) -> Response:
        self.room.tell(self.store.remove_comment(request.path_params["id"]))
        return Response(status_code=204)

    async def give_back(self, request: Request, _: None) -> Response:
        pupil, said = self._pupil_of(request), await _body(request)
        self.store.give_back(pupil.id, self._known(said.get("exercise")))
        self.room.tell(pupil.id)
        return Response(status_code=204)

    async def check(self, request: Request, _: None) -> Response:
        said = await _body(request)
        self.room.guests()
        found = self.store.hand_ins(exercise=self._known(said.get("exercise")))
        wanted = said.get("pupils")
        self.room.judge(*[each for each in found if wanted is None or each.pupil in wanted])
        return Response(status_code=202)

    async def keep_verdict(self, request: Request, _: None) -> Response:
        self.room.keep_verdict(request.path_params["id"], await _body(request))
        return Response(status_code=204)

    async def similar(self, request: Request, _: None) -> Response:
        exercise = self._exercise(request)
        codes = {each.pupil: each.code for each in self.store.hand_ins(exercise=exercise)}
        return JSONResponse(await self.room.guests().similar(exercise, codes))

    async def film(self, request: Request, _: None) -> Response:
        pupil, said = self._pupil_of(request), await _body(request)
        exercise, wanted = self._known(said.get("exercise")), said.get("code")
        kept: dict[object, tuple[str, str]] = {
            each.number: (each.code, each.name) for each in self.store.hand_ins(pupil=pupil.id)
        }
        if draft := self.store.drafts(pupil.id).get(exercise):
            kept["draft"] = (draft["code"], draft["name"])
        if type(wanted) not in (int, str) or wanted not in kept:  # True is no number
            raise Refused(404, say("There is no such file."))
        code, name = kept[wanted]
        puzzle = limits.text(said.get("puzzle"))
        company = "all" if said.get("company") == "all" else "singles"
        film = self.room.guests().film
        return JSONResponse(await film(code, name, exercise, puzzle, company, _language(request)))

    async def race(self, request: Request, _: None) -> Response:
        said = await _body(request)
        puzzle = limits.text(said.get("puzzle"))
        self.room.start_race(self._known(said.get("exercise")), puzzle)
        return Response(status_code=202)

    async def qr(self, request: Request, _: None) -> Response:
        if not self.room.addresses:
            raise Refused(404, say("This computer is in no network."))
        address = f"{self.room.addresses[0]}#{self.store.code}"
        code = segno.make(address, error="l", micro=False)
        picture = io.BytesIO()
        code.save(picture, kind="svg", scale=8, border=4, light="white", xmldecl=False)
        return Response(picture.getvalue(), media_type="image/svg+xml")

    async def results(self, request: Request, _: None) -> Response:
        exercise, _, form = request.path_params["file"].partition(".")
        if form not in RESULTS:
            raise Refused(404, NOTHING)
        names = {row["id"]: row["name"] for row in self.store.rows()}
        found = self.store.hand_ins(exercise=self._known(exercise))
        if not found:
            raise Refused(409, limits.NO_FILE)
        files = {names[each.pupil]: each for each in found}
        return _download(await self.room.guests().results(exercise, files, form))

    async def files(self, request: Request, _: None) -> Response:
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
            return Response(status_code=304, headers=headers)
        data = served.data
        if served.packed is not None and "gzip" in request.headers.get("Accept-Encoding", ""):
            data, headers["Content-Encoding"] = served.packed, "gzip"
        headers |= {"Content-Type": served.type, "Content-Length": str(len(data))}
        return StreamingResponse(_pieces(data), headers=headers)


class _Headers:
    """Gives each answer the headers that it has not itself."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with(message: Message) -> None:
            if message["type"] == "http.response.start":
                there = {name.lower() for name, _ in message["headers"]}
                message["headers"] += [pair for pair in _PAIRS if pair[0] not in there]
            await send(message)

        await self.app(scope, receive, send_with)


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


_PAIRS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]


def _key(request: Request) -> str:
    kind, _, key = request.headers.get("Authorization", "").partition(" ")
    return key.strip() if kind.lower() == "bearer" else ""


async def _body(request: Request, most: int = limits.LONGEST_BODY) -> dict[str, Any]:
    """Return the object of JSON in a `request`, of which no more is read than the `most` bytes."""
    try:
        text = await asyncio.wait_for(_read(request, most), limits.BODY_SECONDS)
        found = json.loads(text)
    except asyncio.TimeoutError:
        raise Refused(408, say("The request took too long to arrive.")) from None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise Refused(400, say("The request is no object of JSON."))
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


def _told(request: Request, refused: Refused) -> Response:
    """Return what a person reads, in the language of the page."""
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
    return _told(request, Refused(status, words))


async def _pieces(data: bytes) -> AsyncIterator[bytes]:
    """Yield `data` bit by bit: of what nobody takes, little waits in memory."""
    for start in range(0, len(data), PIECE):
        yield data[start : start + PIECE]


def _events(stream: AsyncIterator[str]) -> Response:
    return StreamingResponse(stream, media_type="text/event-stream")


def _download(data: bytes) -> Response:
    return Response(data, media_type="application/octet-stream")
