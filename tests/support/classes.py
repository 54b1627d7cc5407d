"""A class that is open: its service in a thread, on this computer alone."""

import json
import socket
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import uvicorn

from sudoku_frontends.classroom.referee import Referee
from sudoku_frontends.classroom.service import Patience, Served, app
from sudoku_frontends.classroom.store import Store

Room = TypeVar("Room", bound="LiveClass")


class LiveClass:
    """A class in `folder` with the files of `site`: closed, it can be opened again at its port."""

    def __init__(
        self, folder: Path, site: Mapping[str, Served], referee: Referee | None = None
    ) -> None:
        self.folder = folder
        self.site = site
        self.referee = referee
        self.port = 0
        self.open()

    def open(self) -> None:
        """Open the class."""
        self.store = Store.open(str(self.folder))
        listening = socket.create_server(("127.0.0.1", self.port))
        self.port = listening.getsockname()[1]
        served = app(self.store, self.site, self.referee, [self.address])
        config = uvicorn.Config(
            served,
            http=Patience,
            log_level="error",
            timeout_graceful_shutdown=0,
            server_header=False,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, args=([listening],))
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)

    def close(self) -> None:
        """Close the class, as a crash does: nobody is told."""
        self._server.should_exit = True
        self._thread.join()
        self.store.close()

    def __enter__(self: Room) -> Room:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def address(self) -> str:
        """The address of the pupils' page."""
        return f"http://127.0.0.1:{self.port}/"

    def ask(self, method: str, path: str, key: str = "", said: object = None) -> tuple[int, Any]:
        """Return status and content of the answer to a request below ``/class/``."""
        request = Request(f"{self.address}class/{path}", method=method)
        request.add_header("Authorization", f"Bearer {key}")
        if said is not None:
            request.data = json.dumps(said).encode()
        try:
            with urlopen(request, timeout=20) as answer:
                status, content = answer.status, answer.read()
        except HTTPError as error:
            with error:
                status, content = error.code, error.read()
        return status, json.loads(content) if content else None

    def teach(self, method: str, path: str, said: object = None) -> Any:
        """Do as the teacher's page does, and return what it gets."""
        status, content = self.ask(method, f"teacher/{path}", self.store.secret, said)
        assert status < 300, content
        return content

    def join(self, name: str) -> tuple[int, str]:
        """Return the number and the key of a new pupil."""
        status, answer = self.ask("POST", "join", "", {"name": name, "code": self.store.code})
        assert status == 200, answer
        return answer["pupil"], answer["key"]

    def pupil(self, name: str) -> Any:
        """Return what the teacher sees of the pupil with this `name`."""
        number = next(row["id"] for row in self.store.rows() if row["name"] == name)
        return self.teach("GET", f"pupils/{number}")
