"""Parts of steps that say what follows along a chain."""

from __future__ import annotations

from itertools import pairwise

from sudoku_engine import Branch, House, Link
from sudoku_plugins.strategies.analysis.links import LinkGraph
from sudoku_plugins.strategies.forcing.implications import Chain, Claim
from sudoku_plugins.strategies.forcing.units import in_words


def told(claim: Claim, graph: LinkGraph) -> str:
    """Return `claim` in words."""
    return in_words(graph.candidate(claim[0]), claim[1])


def chain_branch(title: str, chain: Chain, graph: LinkGraph) -> Branch:
    """Return the case that follows `chain`."""
    on = [graph.candidate(node) for node, is_true in chain.claims if is_true]
    off = [graph.candidate(node) for node, is_true in chain.claims if not is_true]
    named = {"on": on, "off": off}
    links = [
        Link((graph.candidate(node),), (graph.candidate(other),), strong=not is_true)
        for (node, is_true), (other, _) in pairwise(chain.claims)
    ]
    return Branch(title, {role: group for role, group in named.items() if group}, links)


def chain_houses(chain: Chain, graph: LinkGraph) -> list[House]:
    """Return the houses of the strong links of `chain`."""
    found = [
        graph.strong_house(node, other)
        for (node, is_true), (other, _) in pairwise(chain.claims)
        if not is_true
    ]
    return [house for house in found if house]
