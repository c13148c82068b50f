"""A slow, obvious referee for Athos Bulcão: Master Pieces, written from the rules text alone.

Numbers such as M-14 are the rules of Athos. Everything is plain data and brute force: list every
candidate, try it on a copy, keep what the rules allow. The files, one subject each:

- `components`, `options`: section CD; section Z and the modes
- `position`: all data of a position, ateliers (B-6), texts of tiles
- `mural`, `growth`: sliding and grout (M, N, W-11 to W-27); shape, frames, windows (O, J-4 to J-7)
- `laying`, `actions`: what a lay and a restore do (G, J, P, Q); all lists of actions (E to J)
- `masters`, `tools`, `tool_points`: the expansions (X, Y)
- `endings`: majorities, ties, solo and duel (S, U-25 to U-34, V-6, W-31 to W-36)
- `table`: turns, chance and the face of the referee (C, D, R, Z); `views`: what is shown
- `sets`: component sets as files and at random; `invariants`: what always holds (Z-9)
- `scenes`, `examples`: the worked examples of tests/golden/athos, for any adapter
"""
