"""What this machine lacks for a test."""

import os
from typing import NoReturn

import pytest


def skip_for(what: str) -> NoReturn:
    """Skip the test, since the machine lacks `what`; in CI, where nothing may lack, fail it."""
    if os.environ.get("CI"):
        pytest.fail(f"not tested: {what}")
    pytest.skip(what)
