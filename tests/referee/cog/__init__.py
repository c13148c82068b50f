"""C.O.G. once more in slow, obvious Python, written from its rules alone (docs/rules/cog.md).

The course of a game is a generator: it yields a node, and goes on with the text of what was chosen.

- `components`, `options`: what is given.
- `position`: all data of a position. `flow`: nodes, draws, gains, conversions.
- `words`: the crossword by its definition. `collect`, `construct`: Phases II and IV.
- `table`: setup, rounds, the referee itself. `endings`: final scoring. `views`: what a seat sees.
- `invariants`, `players`, `sets`, `drawn_sets`, `scenes`, `examples`, `example_kinds`: for tests.
"""
