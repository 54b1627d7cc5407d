"""The compiler: what makes machine code of functions of this package, and its vectors and sets.

A *vector* is four or eight words of 32 bits that the processor treats at once (SIMD). The functions
of this package use it as an array of numpy: ``vector & word | vector << number``. A *set* is one
number with a bit for each cell of a board. Only modules that are compiled import this
one, so without them numba is not imported either.
"""

import operator
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import (
    intrinsic,
    lower_builtin,
    models,
    register_model,
    type_callable,
)
from numpy.typing import NDArray

Function = TypeVar("Function", bound=Callable[..., Any])

Word = np.uint64
Words = NDArray[np.uint64]
Cells = NDArray[np.uint8]
Vector = NDArray[Any]


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


def _repeated(builder: Any, word: Any, n: int) -> Any:
    """Return a vector of LLVM with `word` in each of its `n` places."""
    kind = ir.VectorType(word.type, n)
    once = builder.insert_element(ir.Constant(kind, ir.Undefined), word, ir.IntType(32)(0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), n), None)
    return builder.shuffle_vector(once, ir.Constant(kind, ir.Undefined), zeros)


def _place(context: Any, builder: Any, signature: Any, arguments: Any, kind: Any) -> Any:
    """Return a pointer to the vector of LLVM's `kind` in the first argument, from the second on."""
    data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
    return builder.bitcast(builder.gep(data, [arguments[1]]), kind.as_pointer())


def _cells_with(_context: Any, cells: Any, first: Any, digit: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        bytes_32 = ir.VectorType(ir.IntType(8), 32)
        given = builder.load(_place(context, builder, signature, arguments, bytes_32), align=1)
        wanted = _repeated(builder, builder.trunc(arguments[2], ir.IntType(8)), 32)
        found = builder.icmp_unsigned("==", given, wanted)
        return builder.zext(builder.bitcast(found, ir.IntType(32)), ir.IntType(64))

    return types.uint64(cells, types.int64, types.int64), code


# The processor's own instructions, by the names that LLVM has for them.
number_of_bits: Callable[[Word], Word] = intrinsic(_number_of_bits)
lowest_bit: Callable[[Word], Word] = intrinsic(_lowest_bit)
"""The position of the lowest bit of a word, which must have one."""
cells_with: Callable[[Cells, int, int], Word] = intrinsic(_cells_with)
"""Which of 32 cells from the `first` on hold the digit: a bit for each, by one comparison."""


class _WideType(types.Type):
    """A vector, or a set: what LLVM knows and numba does not."""

    def __init__(self, name: str, in_llvm: Any) -> None:
        super().__init__(name)
        self.in_llvm = in_llvm


def _vector_type(n: int) -> _WideType:
    return _WideType(f"Vector({n})", ir.VectorType(ir.IntType(32), n))


@register_model(_WideType)
class _WideModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: _WideType) -> None:
        super().__init__(manager, kind, kind.in_llvm)


def _define(operation: Callable[..., Any], method: str, typed: Callable[..., Any]) -> None:
    """Define an `operation` on vectors and sets; a word in the second's place stands for many.

    `typed` returns the type of the result of its operands.
    """
    type_callable(operation)(lambda _context: typed)

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        first, *others = arguments
        for kind in signature.args[1:]:
            if isinstance(kind, _WideType):
                continue
            if isinstance(first.type, ir.IntType):
                others = [builder.zext(others[0], first.type)]
            else:
                word = context.cast(builder, others[0], kind, types.uint32)
                others = [_repeated(builder, word, first.type.count)]
        return getattr(builder, method)(first, *others)

    lower_builtin(operation, _WideType, *[types.Any] * (method != "not_"))(code)


for _operation, _method in (
    (operator.and_, "and_"),
    (operator.iand, "and_"),
    (operator.or_, "or_"),
    (operator.ior, "or_"),
    (operator.xor, "xor"),
    (operator.ixor, "xor"),
    (operator.lshift, "shl"),
    (operator.rshift, "lshr"),
    (operator.irshift, "lshr"),
    (operator.sub, "sub"),
):
    _define(_operation, _method, lambda x, y: x if isinstance(x, _WideType) else None)
_define(operator.invert, "not_", lambda x: x if isinstance(x, _WideType) else None)


def _define_comparison(operation: Callable[..., Any], sign: str) -> None:
    """Define an `operation` on two sets."""

    def typed(x: Any, y: Any) -> Any:
        return types.boolean if isinstance(x, _WideType) and x == y else None

    type_callable(operation)(lambda _context: typed)

    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.icmp_unsigned(sign, *arguments)

    lower_builtin(operation, _WideType, _WideType)(code)


_define_comparison(operator.eq, "==")
_define_comparison(operator.ne, "!=")


def _define_test(operation: Callable[..., Any], sign: str) -> None:
    """Define whether a set has any member, or none."""
    type_callable(operation)(
        lambda _context: lambda x: types.boolean if isinstance(x, _WideType) else None
    )

    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.icmp_unsigned(sign, arguments[0], arguments[0].type(0))

    lower_builtin(operation, _WideType)(code)


_define_test(bool, "!=")
_define_test(operator.not_, "==")


def shuffled(*places: int) -> Callable[[Vector, Vector], Vector]:
    """Return the function that makes a vector of these `places` of two others, side by side."""

    def _shuffle(_context: Any, first: Any, second: Any) -> Any:
        def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            wanted = ir.Constant(ir.VectorType(ir.IntType(32), len(places)), places)
            return builder.shuffle_vector(*arguments, wanted)

        return _vector_type(len(places))(first, second), code

    return cast("Callable[[Vector, Vector], Vector]", intrinsic(_shuffle))


def _from_words(wide: _WideType) -> Callable[[Any, int], Any]:
    def _read(_context: Any, words: Any, first: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            place = _place(context, builder, signature, arguments, wide.in_llvm)
            return builder.load(place, align=8)

        return wide(words, types.int64), code

    return cast("Callable[[Any, int], Any]", intrinsic(_read))


def _put(_context: Any, words: Any, first: Any, vector: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _place(context, builder, signature, arguments, arguments[2].type)
        builder.store(arguments[2], place, align=8)
        return context.get_dummy_value()

    return types.void(words, types.int64, vector), code


def _places_set(_context: Any, vector: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        kind = arguments[0].type
        found = builder.icmp_unsigned("!=", arguments[0], ir.Constant(kind, None))
        bits = builder.bitcast(found, ir.IntType(kind.count))
        return builder.zext(bits, ir.IntType(64))

    return types.uint64(vector), code


octet_at = _from_words(_vector_type(8))
"""The eight halves of four words of 64 bits from the `first` on; low halves come first."""
quartet_at = _from_words(_vector_type(4))
put: Callable[[Any, int, Any], None] = intrinsic(_put)
"""Write a vector or a set from the word number `first` on."""
places_set: Callable[[Vector], Word] = intrinsic(_places_set)
"""Which places of a vector have a bit: a bit for each."""

Set = Any
"""A set of cells as the bits of a number of two words."""
_CELLS = _WideType("Set", ir.IntType(128))


def _as_cells(_context: Any, given: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.zext(arguments[0], _CELLS.in_llvm)

    return _CELLS(given), code


def _number_in(_context: Any, given: Any, instruction: str) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        more = [ir.IntType(1)(1)] if instruction == "cttz" else []
        return builder.trunc(getattr(builder, instruction)(*arguments, *more), ir.IntType(64))

    return types.int64(given), code


cells_at = _from_words(_CELLS)
"""The set from the word number `first` on."""
as_cells: Callable[[Any], Set] = intrinsic(_as_cells)
"""The set with the bits of a number."""
size_of: Callable[[Set], int] = intrinsic(
    lambda context, given: _number_in(context, given, "ctpop")
)
"""How many members a set has."""
first_of: Callable[[Set], int] = intrinsic(
    lambda context, given: _number_in(context, given, "cttz")
)
"""The first member of a set, which must have one."""
