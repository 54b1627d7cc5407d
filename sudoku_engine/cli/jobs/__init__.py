"""Puzzles of any number worked on by several processes (``--jobs``), with the output of one.

::

    a thread            the first process                        other processes
    Arrivals  ──chunks of what has arrived──►  (process_pool)  ──►  Worker: plugins loaded,
    reads the puzzles   gives out results in order             ◄──  the function for each puzzle

A command says in a `Work` what is to be done with a puzzle. `puzzle_results` or `results` then
give each puzzle with its result, in order, from one process or from several.
"""

from sudoku_engine.cli.jobs.leader import puzzle_results, results
from sudoku_engine.cli.jobs.work import NotSent, Work, check_errors

__all__ = ["NotSent", "Work", "check_errors", "puzzle_results", "results"]
