"""The hot paths as plain functions on NumPy arrays, for boards of one's own.

Grids are ``uint8`` arrays of shape ``(H, W)``, where 0 is nothing. Any memory layout is read
rightly; another element type or number of dimensions is refused, never converted. All coordinates
are (row, column) from 0 at the top left.
"""

from ludoteca._engine import (
    label_groups,
    lay,
    pattern_count,
    placements,
    symmetries,
    word_check,
    word_plays,
)

__all__ = [
    "label_groups",
    "lay",
    "pattern_count",
    "placements",
    "symmetries",
    "word_check",
    "word_plays",
]
