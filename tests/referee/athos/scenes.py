"""Positions written down: what a worked example starts from, and the referee set up so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from referee.athos import masters, tools
from referee.athos.components import WINDOWS, Cell, ComponentSet, Tile, default_set, parse_tile
from referee.athos.mural import Mural
from referee.athos.options import Options, made_options
from referee.athos.position import MARKERS, YELLOW, Atelier, Card, Masters, Tools
from referee.athos.table import Referee

BOARD_MARKS: Final = (".", "*", "+")


@dataclass(frozen=True)
class Scene:
    """A position at the start of a turn, in which nothing has been done yet.

    All cubes are somewhere: what the example does not name fills Fundathos, then the workshop.
    """

    components: ComponentSet
    options: Options
    turn: int
    mural: Mural
    ateliers: list[Atelier]
    fundathos: dict[Cell, str]
    workshop: Counter[str]
    box: Counter[str]
    scores: list[int]
    stock: list[int]
    cards: dict[str, Card]
    immutable: dict[str, int]
    lays_by: list[Counter[str]]
    yellow: list[int]
    gates: set[str]
    masters: Masters | None
    tools: Tools | None


def parse_board(text: str, components: ComponentSet) -> Mural:
    """A drawn mural; a lone letter is face `a` of the pattern, upright."""
    head, *rows = [line for line in text.splitlines() if line.strip()]
    cols = [int(number) for number in head.split()]
    mural: Mural = {}
    for line in rows:
        row, *marks = line.split()
        for col, mark in zip(cols, marks, strict=True):
            if mark not in BOARD_MARKS:
                mural[int(row), col] = _tile(mark, components)
    return mural


def _tile(mark: str, components: ComponentSet) -> Tile:
    face, turn = (mark + "a", 0) if mark in components.cards else parse_tile(mark)
    return face, turn % components.order(face)


def parse_sources(text: str) -> list[tuple[str, str]]:
    """`Aa Ba! Ca+!` as faces and places."""
    found = []
    for word in text.split():
        face = word.rstrip("+!")
        found.append((face, word[len(face) :]))
    return found


def _atelier(text: str) -> Atelier:
    atelier = Atelier()
    for face, place in parse_sources(text):
        {"": atelier.free, "!": atelier.protected}.get(place, atelier.tool).append(face)
    return atelier


def _card(data: Mapping[str, Any]) -> Card:
    marks = data.get("crossings", "- - - -").split()
    owners = [None if mark == "-" else int(mark) for mark in marks]
    return Card(
        data.get("orientation", 0),
        dict(zip(WINDOWS, owners, strict=True)),
        list(data.get("extra", [])),
        data.get("full", False),
        data.get("full", False),
    )


def made_scene(data: Mapping[str, Any], components: ComponentSet | None = None) -> Scene:
    """The scene of an example, filled up with what it leaves out."""
    components = components or default_set()
    given = {"mode": data.get("mode", "base"), "expansions": data.get("expansions", [])}
    least = {"solo": 1, "teams": 4}.get(given["mode"], 2)
    options = made_options({**given, **data.get("options", {})}, data.get("players", least))
    sides = options.sides
    mural = parse_board(data.get("before", "0\n0 ."), components)
    laid = [Counter(text.split()) for text in data.get("lays", [""] * sides)]
    texts = data.get("ateliers", [])
    ateliers = [_atelier(text) for text in [*texts, *[""] * (sides - len(texts))]]
    box = Counter(data.get("box", "").split())
    fundathos, workshop = _supplies(data, components, mural, ateliers, box)
    cards = {name: _card(each) for name, each in data.get("cards", {}).items()}
    if options.has_cards:
        shown = {components.pattern(face) for face, _ in mural.values()}
        for pattern in components.patterns:
            if pattern not in cards and (options.is_shared or pattern in shown):
                cards[pattern] = _card({})
    immutable = dict(data.get("immutable", {}))
    placed = sum((card.markers() for card in cards.values()), Counter[int]())
    placed.update(immutable.values())
    return Scene(
        components=components,
        options=options,
        turn=options.turns_in_a_round + 1 + data.get("turn_of", 0),
        mural=mural,
        ateliers=ateliers,
        fundathos=fundathos,
        workshop=workshop,
        box=box,
        scores=list(data.get("scores", [0] if options.is_shared else [0] * sides)),
        stock=[MARKERS - placed[side] for side in range(sides)],
        cards=cards,
        immutable=immutable,
        lays_by=laid,
        yellow=list(data.get("yellow", YELLOW if options.is_shared else ())),
        gates=set(data.get("gates", [])),
        masters=_masters(options, components, data.get("masters", [])),
        tools=_tools(options, components, data.get("tools", [])),
    )


def _supplies(
    data: Mapping[str, Any],
    components: ComponentSet,
    mural: Mural,
    ateliers: list[Atelier],
    box: Counter[str],
) -> tuple[dict[Cell, str], Counter[str]]:
    """Every cube that lies nowhere else, in turn from each kind, with its first face up."""
    placed = [face for face, _ in mural.values()] + list(box.elements())
    placed += [face for atelier in ateliers for face in atelier.tiles()]
    workshop = Counter(data.get("workshop", "").split())
    placed += workshop.elements()
    used = Counter(components.kind_of[face] for face in placed)
    left = {kind: count - used[kind] for kind, (count, _) in components.kinds.items()}
    assert min(left.values()) >= 0, f"{data.get('label')}: too many cubes of a kind"
    drawn = data.get("fundathos")
    fundathos = {}
    for r, c in sorted(components.fundathos):
        if any(left.values()) and (drawn is None or drawn[r][c] != "."):
            kind = max(left, key=lambda each: left[each])
            left[kind] -= 1
            fundathos[r, c] = components.kinds[kind][1][0]
    for kind, count in left.items():
        workshop[components.kinds[kind][1][0]] += count
    return fundathos, workshop


def _masters(options: Options, components: ComponentSet, held: list[str]) -> Masters | None:
    found = masters.new_masters(options, components)
    if found is not None:
        for side, key in enumerate(held):
            if key:
                found.held[side] = key
                found.unknown.remove(key)
    return found


def _tools(options: Options, components: ComponentSet, held: list[str]) -> Tools | None:
    """Held tools as `level 2`; the first two of the others are on offer."""
    found = tools.new_tools(options, components)
    if found is None:
        return None
    for side, text in enumerate(held):
        if text:
            key, level = text.split()
            found.held[side], found.level[side] = key, int(level)
            found.unknown.remove(key)
    rest = len(found.unknown)
    found.piles = [[None] * (rest - rest // 2), [None] * (rest // 2)]
    for pile in found.piles:
        pile[0] = found.unknown.pop(0)
    return found


def staged(scene: Scene) -> Referee:
    """The referee at the scene."""
    options = scene.options.as_dict()
    referee = Referee(options, scene.options.players, scene.components)
    p = referee.position
    p.bag = dict.fromkeys(p.bag, 0)
    p.todo, p.turn = [("act",)], scene.turn
    p.actions_left = 2
    p.mural, p.ateliers = dict(scene.mural), scene.ateliers
    p.fundathos, p.workshop, p.box = dict(scene.fundathos), scene.workshop, scene.box
    p.scores, p.stock = list(scene.scores), list(scene.stock)
    p.cards, p.immutable = scene.cards, dict(scene.immutable)
    p.lays_by = [Counter(laid) for laid in scene.lays_by]
    p.yellow, p.gates = list(scene.yellow), set(scene.gates)
    p.masters, p.tools = scene.masters, scene.tools
    return referee
