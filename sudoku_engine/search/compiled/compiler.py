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


def called(function: Function) -> Function:
    """Have `function` compiled, as a function of its own: what is large is compiled once."""
    return cast("Function", njit(function, error_model="numpy", _nrt=False))


def _number_of_bits(_context: Any, word: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(word), code


def _lowest_bit(_context: Any, word: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(word), code


def _cells_with(_context: Any, cells: Any, first: Any, digit: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        bytes_32 = ir.VectorType(ir.IntType(8), 32)
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        place = builder.gep(array.data, [arguments[1]])
        given = builder.load(builder.bitcast(place, bytes_32.as_pointer()), align=1)
        unset = ir.Constant(bytes_32, ir.Undefined)
        digit_once = builder.insert_element(
            unset, builder.trunc(arguments[2], ir.IntType(8)), ir.IntType(32)(0)
        )
        zeros = ir.Constant(ir.VectorType(ir.IntType(32), 32), None)
        wanted = builder.shuffle_vector(digit_once, unset, zeros)
        found = builder.icmp_unsigned("==", given, wanted)
        return builder.zext(builder.bitcast(found, ir.IntType(32)), ir.IntType(64))

    return types.uint64(cells, types.int64, types.int64), code


# The processor's own instructions, by the names that LLVM has for them.
number_of_bits: Callable[[Word], Word] = intrinsic(_number_of_bits)
lowest_bit: Callable[[Word], Word] = intrinsic(_lowest_bit)
"""The position of the lowest bit of a word, which must have one."""
cells_with: Callable[[Cells, int, int], Word] = intrinsic(_cells_with)
"""Which of 32 cells from the `first` on hold the digit: a bit for each, by one comparison."""
