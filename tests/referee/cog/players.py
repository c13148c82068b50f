"""Random players of several kinds: uniform ones hardly ever spell a word (section 0)."""

from __future__ import annotations

from random import Random
from typing import Final

from referee.cog.table import Referee
from referee.tables import CHANCE

KINDS: Final = ("uniform", "speller", "busy")
CLOSING: Final = ("done", "keep", "move")


def chosen(referee: Referee, kind: str, rng: Random) -> str:
    """A chance event by its probability, or an action."""
    if referee.actor() == CHANCE:
        events = referee.chance()
        return rng.choices(list(events), [float(share) for share in events.values()])[0]
    legal = referee.legal()
    if kind == "speller":
        return speller(legal, rng)
    return busy(referee, legal, rng) if kind == "busy" else rng.choice(legal)


def speller(legal: list[str], rng: Random) -> str:
    """Spells whenever it can; converts and removes only when nothing else is left."""
    words = of_kinds(legal, "spell")
    own = [text for text in legal if text.split()[0] not in ("convert", "remove", *CLOSING)]
    return rng.choice(words or own or of_kinds(legal, *CLOSING) or legal)


def busy(referee: Referee, legal: list[str], rng: Random) -> str:
    """Chooses a kind of action first, so that rare ones come up as often as common ones.

    Spells often, as nothing is to be flipped or removed without words, and pushes cogs down.
    """
    taken = [at for at, slot in enumerate(referee.position.slots, 1) if slot.cog is not None]
    bumps = [text for text in of_kinds(legal, "order") if int(text.split()[1]) in taken]
    if bumps and rng.random() < 0.6:
        return rng.choice(bumps)
    words = of_kinds(legal, "spell")
    if words and rng.random() < 0.6:
        return rng.choice(words)
    weights = {"done": 0.5, "convert": 0.05, "remove": 0.5, "complete": 3.0, "top": 2.0}
    kinds = sorted({text.split()[0] for text in legal})
    kind = rng.choices(kinds, [weights.get(kind, 1.0) for kind in kinds])[0]
    return rng.choice(of_kinds(legal, kind))


def of_kinds(texts: list[str], *kinds: str) -> list[str]:
    """Those that begin with one of the words."""
    return [text for text in texts if text.split()[0] in kinds]
