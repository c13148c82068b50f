"""Shape, windows, frames: what may grow, which tile is wrong (rules A-11 to A-17, J-4 to J-7, O).

An `artwork` is that of the card as it lies, `block` the cells of its pattern on the mural.
"""

from __future__ import annotations

from collections.abc import Collection

from referee.athos.components import CORNERS, WINDOWS, Artwork, Cell, Tile
from referee.athos.mural import Mural, box, moved, neighbours, parts
from referee.athos.position import Position

ORIGINS = [(r, c) for r in range(3) for c in range(3)]


def squares(cells: Collection[Cell]) -> list[Cell]:
    """The north-west cells of all 2x2 that the cells fill, in reading order (A-15)."""
    return [cell for cell in sorted(cells) if all(moved(cell, way) in cells for way in CORNERS)]


def equal_windows(mural: Mural, artwork: Artwork, corner: Cell) -> list[str]:
    """The windows that the square equals cell by cell (A-12, A-15, Q-1)."""
    return [
        name
        for name, start in WINDOWS.items()
        if all(mural[moved(corner, way)] == artwork[moved(start, way)] for way in CORNERS)
    ]


def correct_squares(mural: Mural, block: Collection[Cell], artwork: Artwork) -> list[Cell]:
    """The squares that equal any window (O-16)."""
    return [corner for corner in squares(block) if equal_windows(mural, artwork, corner)]


def in_correct_squares(mural: Mural, block: Collection[Cell], artwork: Artwork) -> set[Cell]:
    """All cells of correct squares."""
    return {
        moved(corner, way) for corner in correct_squares(mural, block, artwork) for way in CORNERS
    }


def demanded(artwork: Artwork, frame: Cell, cell: Cell) -> Tile | None:
    """What the frame asks for on the cell; None outside the frame (A-13)."""
    return artwork.get((cell[0] - frame[0], cell[1] - frame[1]))


def fitting(mural: Mural, block: Collection[Cell], artwork: Artwork, frame: Cell) -> set[Cell]:
    """The tiles that fit the frame (A-14)."""
    return {cell for cell in block if demanded(artwork, frame, cell) == mural[cell]}


def reference_frames(mural: Mural, block: Collection[Cell], artwork: Artwork) -> list[Cell]:
    """J-5."""
    rows, cols = [r for r, _ in block], [c for _, c in block]
    frames = [
        (r, c)
        for r in range(min(rows) - 2, max(rows) + 1)
        for c in range(min(cols) - 2, max(cols) + 1)
    ]
    correct = correct_squares(mural, block, artwork)
    if correct:
        candidates = [
            frame
            for frame in frames
            if any(
                all(
                    demanded(artwork, frame, moved(corner, way)) == mural[moved(corner, way)]
                    for way in CORNERS
                )
                for corner in correct
            )
        ]
    else:
        candidates = [
            frame
            for frame in frames
            if all(demanded(artwork, frame, cell) is not None for cell in block)
        ]
    fits = {frame: len(fitting(mural, block, artwork, frame)) for frame in candidates}
    return [frame for frame in candidates if fits[frame] == max(fits.values())]


def incorrect(mural: Mural, block: Collection[Cell], artwork: Artwork, frame: Cell) -> set[Cell]:
    """The incorrect tiles for a reference frame (J-6)."""
    right = fitting(mural, block, artwork, frame) | in_correct_squares(mural, block, artwork)
    return set(block) - right


def is_border(block: Collection[Cell], cell: Cell) -> bool:
    """J-4."""
    return sum(other in block for other in neighbours(cell).values()) < 4


def keeps_parts(before: Collection[Cell], after: Collection[Cell]) -> bool:
    """No more unlinked parts than before (N-6, J-10)."""
    return parts(after) <= parts(before)


def full_panel(mural: Mural, block: Collection[Cell], artwork: Artwork) -> bool:
    """A-17."""
    if len(block) != 9 or box(block) != (3, 3):
        return False
    return len(fitting(mural, block, artwork, min(block))) == 9


# --- shape (N-4, O, T-7, W-7) -------------------------------------------------------------------


def passes_gate(p: Position, mural: Mural, pattern: str, block: Collection[Cell]) -> bool:
    """O-5, O-14; in T every complete square is correct (T-7)."""
    if p.options.gate == "sticky" and pattern in p.gates:
        return True
    if not p.options.has_cards:
        return bool(squares(block))
    return bool(correct_squares(mural, block, p.artwork(pattern)))


def may_grow(p: Position, mural: Mural, pattern: str, cell: Cell) -> bool:
    """Whether a tile of the pattern may be laid there as far as shape goes (G-9)."""
    block = p.ground.block(mural, pattern)
    if not block:
        return True
    if not any(other in block for other in neighbours(cell).values()):  # N-4, N-5
        return False
    if p.options.mode == "simplified" and p.options.simple_shape == "none":
        return True
    height, width = box({*block, cell})
    if p.options.mode == "challenging":  # W-7
        return height <= 2 and width <= 2
    if height <= 2 and width <= 2:  # O-1
        return not (passes_gate(p, mural, pattern, block) and _is_refused(p, mural, pattern, cell))
    if height > 3 or width > 3:  # O-10
        return False
    passed = passes_gate(p, mural, pattern, block)  # O-6
    return passed and not _is_refused(p, mural, pattern, cell)


def _is_refused(p: Position, mural: Mural, pattern: str, cell: Cell) -> bool:
    """What `growth_error=close` and `growth_frame=aligned` forbid behind the gate (O-8, O-9)."""
    if not p.options.has_cards:
        return False
    block, artwork = p.ground.block(mural, pattern), p.artwork(pattern)
    frames = reference_frames(mural, block, artwork)
    if p.options.growth_error == "close" and all(
        incorrect(mural, block, artwork, frame) for frame in frames
    ):
        return True
    return p.options.growth_frame == "aligned" and not any(
        demanded(artwork, frame, cell) is not None for frame in frames
    )


def new_gates(p: Position) -> set[str]:
    """The patterns behind the gate under `gate=sticky`, after a change of the mural (O-14)."""
    blocks = {pattern: p.ground.block(p.mural, pattern) for pattern in p.components.patterns}
    return {
        pattern
        for pattern, block in blocks.items()
        if block and passes_gate(p, p.mural, pattern, block)
    }
