"""The compiler: what makes machine code of functions of this package.

Only modules that are compiled import this one, so without them numba is not imported either.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic
from numpy.typing import NDArray

Function = TypeVar("Function", bound=Callable[..., Any])

Word = np.uint64
Words = NDArray[np.uint64]
Cells = NDArray[np.uint8]


number: Callable[[Any], int] = np.int64
"""What makes a number of a word or a byte: a word plus a number is a fraction for numba."""


def compiled(function: Function) -> Function:
    """Have `function` compiled, as a part of the functions that call it."""
    return cast("Function", njit(function, forceinline=True, error_model="numpy", _nrt=False))


def _number_of_bits(_context: Any, word: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(word), code


def _lowest_bit(_context: Any, word: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(word), code


# The processor's own instructions, by the names that LLVM has for them.
number_of_bits: Callable[[Word], Word] = intrinsic(_number_of_bits)
lowest_bit: Callable[[Word], Word] = intrinsic(_lowest_bit)
"""The position of the lowest bit of a word, which must have one."""
