"""Samples of two sizes: each run of the tests tries the small one, the thorough run the large."""

from __future__ import annotations

from typing import Any

import pytest


def thorough(*values: object) -> Any:
    """Return a case of `parametrize` with these `values` that only ``-m thorough`` runs."""
    return pytest.param(*values, marks=pytest.mark.thorough)
