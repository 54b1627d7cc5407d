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
from inspect import isawaitable
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
from sudoku_frontends.classroom.store import OWN, Claim, Store, Verdict, shown

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


Handler = Callable[..., Any]
"""Takes what a request holds, in its shape, by name; returns what `_response` takes, or awaits."""


class _Service:
    def __init__(self, room: Classroom, site: Mapping[str, Served]) -> None:
        self.room = room
        self.store = room.store
        self.site = site
        self.requests = Rate(120, 60, self.store.now)
        self.handing_in = Rate(12, 60, self.store.now)
        self.wrong = Rate(30, 60, self.store.now)
        self.joining = Rate(limits.MOST_JOINS, 3600, self.store.now)

    def routes(self) -> list[Route]:
        """Return the routes below ``/class``: see `_route`."""
        text, number, room, store = limits.text, limits.number, self.room, self.store
        nobody, pupil, teacher = self._nobody, self._pupil_with_key, self._teacher
        changed, tell, away = room.changed, room.tell, room.send_away
        of, one, some = {"exercise": self._exercise}, {"pupil": self._pupil}, {"id": number}
        own, back, language = {"pupil": number}, {**one, **of}, {"language": str}
        place = {**own, **of}
        work = {**place, "name": limits.file_name, "code": limits.code}
        handed_in = {**work, "claim?": limits.claim, "token": limits.token}
        checked = {**place, "claim": limits.claim, "token?": limits.token}
        exercises = limits.one_of("", *room.exercises)
        state = {"exercise?": exercises, "note?": text, "frozen?": limits.flag}
        comment = {**back, "line": number, "text": text}
        film = {**back, **language, "version": self._version, "puzzle": text}
        film |= {"company?": limits.any_text}
        join = {"name": limits.pupil_name, "code": limits.any_text, "address": str}
        verdict = {**some, "verdict": limits.VERDICT}
        table: tuple[tuple[Any, ...], ...] = (
            (nobody, "POST join", self.join, join),
            (pupil, "GET news", self.news, own),
            (pupil, "GET drafts", store.drafts, own),
            (pupil, "PUT places/{exercise}", store.keep_place, place, changed),
            (pupil, "PUT drafts/{exercise}", store.keep_draft, work, changed),
            (pupil, "PUT claims/{exercise}", store.keep_claim, checked, tell),
            (pupil, "POST hand_ins/{exercise}", self.hand_in, handed_in, tell),
            (teacher, "GET teacher/news", self.teacher_news, language),
            (teacher, "PUT teacher/state", room.set_state, state),
            (teacher, "GET teacher/pupils/{pupil:int}", self.show_pupil, one),
            (teacher, "DELETE teacher/pupils/{pupil:int}", store.remove, one, away),
            (teacher, "POST teacher/pupils/{pupil:int}/comments", store.comment, comment, tell),
            (teacher, "POST teacher/pupils/{pupil:int}/back", store.give_back, back, tell),
            (teacher, "POST teacher/pupils/{pupil:int}/readmit", store.readmit, one, away),
            (teacher, "DELETE teacher/comments/{id:int}", self.remove_comment, some),
            (teacher, "POST teacher/checks", self.check, {**of, "pupils?": [number]}),
            (teacher, "POST teacher/verdicts/{id:int}", self.keep_verdict, verdict),
            (teacher, "GET teacher/similar/{exercise}", self.similar, of),
            (teacher, "POST teacher/films/{pupil:int}", self.film, film),
            (teacher, "POST teacher/race", room.start_race, {**of, "puzzle": text}),
            (teacher, "GET teacher/qr.svg", self.qr, {}),
            (teacher, "GET teacher/results/{file}", self.results, {"file": text}),
            (teacher, "GET teacher/files.zip", self.files, {}),
        )
        return [self._route(*each) for each in table]

    def _route(
        self,
        who: Callable[[Request], dict[str, Any]],
        where: str,
        handler: Handler,
        shape: Mapping[str, limits.Shape],
        then: Callable[[int], None] | None = None,
    ) -> Route:
        """Return a route; what goes wrong is told in a sentence.

        who: returns what is known of the sender, if that one may use it. where: method and path.
        shape: that of what the handler takes from the request. then: tells others of the pupil.
        """
        method, _, path = where.partition(" ")

        async def answer(request: Request) -> Response:
            sender = {"language": _language(request), "address": _address(request)}
            given = {**sender, **who(request), **request.path_params}
            if shape.keys() - given.keys():
                most = limits.LONGEST_JOIN if who == self._nobody else limits.LONGEST_BODY
                given = {**await _body(request, most), **given}
            given = limits.shaped(given, shape)
            found = handler(**given)
            if isawaitable(found):
                found = await found
            if then is not None:
                then(given["pupil"])
            if method != "GET":
                self.room.set_problem("disk")
            return _response(found)

        async def endpoint(request: Request) -> Response:
            return _guarded(await self._or_refusal(request, answer(request)))

        return Route(f"/class/{path}", endpoint, methods=[method])

    async def _or_refusal(self, request: Request, answer: Awaitable[Response]) -> Response:
        """Return the `answer`, or what went wrong with it."""
        try:
            return await answer
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

    def _nobody(self, request: Request) -> dict[str, Any]:
        return {}

    def _pupil_with_key(self, request: Request) -> dict[str, Any]:
        pupil = self.store.pupil_with(_key(request))
        if pupil is None:
            self.wrong.take(_address(request))
            raise Refused(401, UNKNOWN)
        self.requests.take(pupil.id)
        return {"pupil": pupil.id}

    def _teacher(self, request: Request) -> dict[str, Any]:
        if not hmac.compare_digest(_key(request).encode(), self.store.secret.encode()):
            self.wrong.take(_address(request))
            raise Refused(403, NO_KEY)
        return {}

    def _pupil(self, id: object) -> int:
        return self.store.pupil(limits.number(id)).id

    def _exercise(self, id: object) -> str:
        if not isinstance(id, str) or id not in self.room.exercises:
            raise Refused(404, say("There is no such exercise."))
        return id

    def _version(self, version: object) -> int | None:
        """Return the number of a hand-in, or None for the draft."""
        return None if version == "draft" else limits.number(version)

    def join(self, name: str, code: str, address: str) -> Any:
        if seconds := self.wrong.wait(address):
            raise limits.too_many(seconds)
        code = "".join(code.split()).upper()
        if not hmac.compare_digest(code.encode(), self.store.code.encode()):
            self.wrong.count(address)
            raise Refused(403, say("This is not the code of the class."))
        if seconds := self.joining.wait(address):
            raise limits.too_many(seconds)
        pupil, key = self.store.join(name)
        self.joining.count(address)
        self.room.changed(pupil.id)
        return {"pupil": pupil.id, "name": pupil.name, "key": key}

    def news(self, pupil: int) -> AsyncIterator[str]:
        return self.room.stream(pupil, partial(self.room.pupil_news, pupil))

    def hand_in(
        self, pupil: int, exercise: str, name: str, code: str, token: str, claim: Claim = None
    ) -> int:
        number = self.store.number_of(pupil, token)
        if number is None:
            if self.store.state["frozen"]:
                raise Refused(423, say("Nobody can hand in now. Your page sends it afterwards."))
            self.handing_in.take(pupil)
            number = self.store.hand_in(pupil, exercise, name, code, claim, token)
            self.room.judge(*self.store.hand_ins(number=number))
        return number

    def teacher_news(self, language: str) -> AsyncIterator[str]:
        news = partial(self.room.teacher_news, language, {})
        return self.room.stream(TEACHER, news, GATHER_SECONDS)

    def show_pupil(self, pupil: int) -> Any:
        return {
            **self.store.pupil(pupil)._asdict(),
            "drafts": self.store.drafts(pupil),
            "hand_ins": [
                {**each._asdict(), "verdict": shown(each.verdict)}
                for each in self.store.hand_ins(pupil=pupil)
            ],
            "comments": self.store.comments(pupil),
        }

    def remove_comment(self, id: int) -> None:
        self.room.tell(self.store.remove_comment(id))

    def check(self, exercise: str, pupils: Sequence[int] | None = None) -> None:
        self.room.guests()
        found = self.store.hand_ins(exercise=exercise)
        self.room.judge(*[each for each in found if pupils is None or each.pupil in pupils])

    def keep_verdict(self, id: int, verdict: Verdict) -> None:
        self.room.keep_verdict(id, {**verdict, "done": True})

    async def similar(self, exercise: str) -> Any:
        codes = {each.pupil: each.code for each in self.store.hand_ins(exercise=exercise)}
        return await self.room.guests().similar(exercise, codes)

    async def film(
        self,
        pupil: int,
        exercise: str,
        version: int | None,
        puzzle: str,
        language: str,
        company: str = "singles",
    ) -> Any:
        kept: dict[int | None, Any] = {
            each.number: each._asdict() for each in self.store.hand_ins(pupil=pupil)
        }
        kept[None] = self.store.drafts(pupil).get(exercise)
        if (file := kept.get(version)) is None:
            raise Refused(404, say("There is no such file."))
        work = (file["code"], file["name"], exercise)
        return await self.room.guests().film(*work, puzzle, company, language)

    def qr(self) -> Response:
        if not self.room.addresses:
            raise Refused(404, say("This computer is not connected to a network."))
        address = f"{self.room.addresses[0]}#{self.store.code}"
        code = segno.make(address, error="l", micro=False)
        picture = io.BytesIO()
        code.save(picture, kind="svg", scale=8, border=4, light="white", xmldecl=False)
        return Response(picture.getvalue(), media_type="image/svg+xml")

    async def results(self, file: str) -> bytes:
        exercise, _, form = file.partition(".")
        if form not in RESULTS:
            raise Refused(404, NOTHING)
        names = {row["id"]: row["name"] for row in self.store.rows()}
        found = self.store.hand_ins(exercise=self._exercise(exercise))
        if not found:
            raise Refused(409, limits.NO_FILE)
        files = {names[each.pupil]: each for each in found}
        return await self.room.guests().results(exercise, files, form)

    def files(self) -> bytes:
        found = list(self.store.export())
        if not found:
            raise Refused(409, limits.NO_FILE)
        packed = io.BytesIO()
        with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
            for exercise, folder, name, code in found:
                archive.writestr(f"{exercise}/{folder}/{name}", code)
        return packed.getvalue()

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
    body = b""
    if int(request.headers.get("Content-Length") or 0) <= most:
        async for part in request.stream():
            body += part
            if len(body) > most:
                break
        else:
            return body
    raise Refused(413, limits.TOO_LARGE)


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


def _response(found: Any) -> Response:
    """Return the response with what a handler has `found`."""
    match found:
        case Response():
            return found
        case None | bool():
            return Response(status_code=204)
        case int(number):
            return JSONResponse({"number": number})
        case bytes(data):
            return Response(data, media_type="application/octet-stream")
        case AsyncIterator():
            return StreamingResponse(found, media_type="text/event-stream")
    return JSONResponse(found)
