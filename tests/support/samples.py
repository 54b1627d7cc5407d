"""Samples of two sizes: each run of the tests tries the small one, the thorough run the large."""

from collections.abc import Mapping
from typing import Any

import pytest


def thorough(*values: object) -> Any:
    """Return a case of `parametrize` with these `values` that only ``-m thorough`` runs."""
    return pytest.param(*values, marks=pytest.mark.thorough)


def cases(table: Mapping[str, object], *quick: str) -> list[Any]:
    """Return the cases of a `table` by their names; those that are not `quick` are thorough."""
    assert {*quick} <= {*table}
    return [
        pytest.param(
            *(values if type(values) is tuple else (values,)),
            id=name,
            marks=() if name in quick else pytest.mark.thorough,
        )
        for name, values in table.items()
    ]
