"""`NamedTuple` of `typing`, made in less than half the time.

The start of the program makes fifty named tuples. Modules that it imports use this class, all
others use `typing.NamedTuple`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import NamedTuple
else:
    from collections import namedtuple

    class _Maker(type):
        """Turns a class with annotated fields into a named tuple.

        `typing` also compiles each annotation, which nothing here needs.
        """

        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
            fields = body.get("__annotations__", {})
            defaults = [body.pop(field) for field in fields if field in body]
            made = namedtuple(name, fields, defaults=defaults, module=body.pop("__module__"))
            for key, value in body.items():
                if key != "__qualname__":
                    setattr(made, key, value)
            return made

    NamedTuple = type.__new__(_Maker, "NamedTuple", (), {})

__all__ = ["NamedTuple"]
