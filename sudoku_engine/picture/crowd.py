"""The links that are drawn already, from which the next ones keep away."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import dist

from sudoku_engine.picture.corridors import Net, Node
from sudoku_engine.picture.curves import sampled
from sudoku_engine.picture.shapes import Point

DETOUR = 0.3
"""How much longer a node with a link near to it makes a way seem."""
_STEP, _NEAR = 0.05, 0.11
"""How finely to look along a link, and what is near to it."""


class Crowd:
    """The nodes of a `net` with a link near to them; `nodes`: how much longer each makes a way."""

    def __init__(self, net: Net) -> None:
        self._net = net
        self.nodes: dict[Node, float] = {}

    def add(self, points: Sequence[Point]) -> None:
        """Add the link along `points`."""
        passed = {self._net.node(point): point for point in sampled(points, _STEP)}
        for (across, down), point in passed.items():
            for right, below in product((-1, 0, 1), repeat=2):
                node = across + right, down + below
                if node in self._net and dist(self._net.point(node), point) < _NEAR:
                    self.nodes[node] = DETOUR

    def detour(self, points: Sequence[Point]) -> float:
        """Return how much longer the way along `points` seems."""
        if not self.nodes:
            return 0.0
        met = {self._net.node(point) for point in sampled(points, 2 * _STEP)}
        return sum(self.nodes.get(node, 0.0) for node in met)
