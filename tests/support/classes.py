"""A class that is open: its service in a thread, on this computer alone."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import uvicorn

from sudoku_engine.web.classroom.referee import Referee
from sudoku_engine.web.classroom.service import Served, app
from sudoku_engine.web.classroom.store import Store


class LiveClass:
    """A class in `folder` with the files of `site`: closed, it can be opened again at its port."""

    def __init__(
        self, folder: Path, site: Mapping[str, Served], referee: Referee | None = None
    ) -> None:
        self.folder = folder
        self.site = site
        self.referee = referee
        self._port = 0
        self.open()

    def open(self) -> None:
        """Open the class."""
        self.store = Store.open(str(self.folder))
        listening = socket.create_server(("127.0.0.1", self._port))
        self._port = listening.getsockname()[1]
        served = app(self.store, self.site, self.referee, [self.address])
        config = uvicorn.Config(
            served, log_level="error", timeout_graceful_shutdown=0, server_header=False
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

    @property
    def address(self) -> str:
        """The address of the pupils' page."""
        return f"http://127.0.0.1:{self._port}/"

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

    def pupil(self, name: str) -> Any:
        """Return what the teacher sees of the pupil with this `name`."""
        number = next(row["id"] for row in self.store.rows() if row["name"] == name)
        return self.teach("GET", f"pupils/{number}")
