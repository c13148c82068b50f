"""The rules of Go Fish, one by one."""

from __future__ import annotations

import ludoteca as lt
import pytest
from go_fish_positions import due, end, game_of, hands, play, table
from support import forbidden, outcomes, refusal, texts


@pytest.mark.rule("GF-1")
def test_two_to_ten_players() -> None:
    for players in (1, 11):
        error = refusal(lt.game, "go_fish", players=players)
        assert isinstance(error, lt.OptionError)
        assert error.rule == "GF-1"
    assert [lt.game("go_fish", players=players).players for players in (2, 10)] == [2, 10]


@pytest.mark.rule("GF-2")
def test_so_many_cards_of_each_rank() -> None:
    game = lt.game("go_fish", players=2)
    assert game.start().view(None)["pool_size"] == 52
    assert outcomes(game.start()) == {f"deal {rank}": 4 / 52 for rank in "abcdefghijklm"}
    assert outcomes(game_of(ranks=5, suits=2).start()) == {f"deal {r}": 1 / 5 for r in "abcde"}


@pytest.mark.rule("GF-3")
def test_all_cards_of_a_rank_are_a_book_at_once() -> None:
    state = play(table("a a b", "a c", pool="b b c c"), "ask 1 a")
    assert hands(state) == ["b", "c"]
    assert state.view(1)["books"] == ["ad", ""]
    assert state.scores == (2, 0)
    drawn = play(table("a a b", "b c", pool="a b c c"), "ask 1 a", "draw a")
    assert drawn.view(1)["books"] == ["ad", ""]


@pytest.mark.rule("GF-4")
def test_seats_are_dealt_to_one_after_the_other() -> None:
    state = game_of(3).start()
    for size, (card, seat) in enumerate(zip("abcdab", (0, 0, 1, 1, 2, 2), strict=True), 1):
        assert due(state) == ("deal", seat)
        state = state.apply(f"deal {card}")
        assert sum(state.view(None)["hand_sizes"]) == size
    assert hands(state) == ["a b", "c d", "a b"]
    assert due(state) == ("ask", 0)
    sizes = {
        players: lt.game("go_fish", players=players).options["initial_cards"]
        for players in (2, 3, 10)
    }
    assert sizes == {2: 7, 3: 5, 10: 5}


@pytest.mark.rule("GF-4")
def test_a_book_in_the_deal_is_made_up_for_but_with_the_last_card() -> None:
    start = game_of(initial_cards=3, ranks=6).start()
    state = play(start, *["deal a"] * 3)
    assert (due(state), state.view(None)["books"]) == (("deal", 0), ["a", ""])
    state = play(state, *["deal b"] * 2, "deal c")
    assert (due(state), hands(state)[0]) == (("deal", 1), "b b c")
    state = play(state, *["deal d"] * 2, "deal c")
    assert (due(state), hands(state)[1]) == (("ask", 0), "c d d")
    # The last seat's last card completes a book.
    two = play(game_of(initial_cards=4, ranks=6).start(), *["deal a", "deal a", "deal b", "deal b"])
    two = play(two, "deal c", "deal d", "deal d", "deal d")
    assert (due(two), hands(two), two.view(None)["books"]) == (
        ("ask", 0),
        ["a a b b", "c"],
        ["", "d"],
    )


@pytest.mark.rule("GF-5")
def test_too_few_cards_for_the_deal_are_refused() -> None:
    for options, option in (
        ({"initial_cards": 26, "players": 3}, "initial_cards"),
        ({"suits": 2, "players": 10}, "suits"),
        ({"ranks": 4, "players": 10}, "ranks"),
        ({"ranks": 4, "initial_cards": 3, "players": 6}, "initial_cards"),
    ):
        error = refusal(lt.game, "go_fish", **options)
        assert isinstance(error, lt.OptionError)
        assert (error.option, error.rule) == (option, "GF-5")
    assert lt.game("go_fish", players=2, initial_cards=26).options["initial_cards"] == 26


@pytest.mark.rule("GF-5")
def test_a_deal_that_runs_out_of_cards_is_over() -> None:
    state = play(
        game_of(initial_cards=6).start(), *["deal a"] * 3, *["deal b"] * 2, *["deal c"] * 2
    )
    state = play(state, "deal d", "deal d")
    assert (due(state), hands(state)[0]) == (("deal", 1), "b b c c d d")
    state = play(state, "deal b", "deal c", "deal d")
    assert (due(state), hands(state)[1]) == (("ask", 0), "b c d")


@pytest.mark.rule("GF-6")
def test_the_turn_passes_to_the_next_seat() -> None:
    state = table("a", "b", "c", pool="a a b b c c")
    for events, seat in (
        ("", 0),
        ("ask 1 a, draw b", 1),
        ("ask 2 b, draw a", 2),
        ("ask 0 c, draw a", 0),
    ):
        state = play(state, *filter(None, events.split(", ")))
        assert due(state) == ("ask", seat)


@pytest.mark.rule("GF-7")
def test_another_player_with_cards_is_asked() -> None:
    state = table("a b", "", "a c", pool="a b b c c")
    assert texts(state.legal_actions) == ["ask 2 a", "ask 2 b"]
    assert state.legal_indices.tolist() == [8, 9]
    for target in (0, 1, 3, 255):
        assert forbidden(state, f"ask {target} a") == "GF-7"


@pytest.mark.rule("GF-8")
def test_only_ranks_in_the_hand_are_asked_for() -> None:
    state = table("a b", "c c", pool="a a b b c")
    assert forbidden(state, "ask 1 a") is None
    for rank in ("c", "d", "o"):
        assert forbidden(state, f"ask 1 {rank}") == "GF-8"
    assert type(refusal(state.apply, "ask 1 p")) is lt.ActionSyntaxError


@pytest.mark.rule("GF-9")
def test_all_cards_of_the_rank_are_given_and_the_asker_goes_on() -> None:
    state = play(table("a b", "a a c", pool="b b c c", turn_of=1), "ask 0 a")
    assert (hands(state), due(state)) == (["b", "c"], ("ask", 1))
    state = play(table("a b", "a c", pool="a b b c c"), "ask 1 a")
    assert (hands(state), due(state)) == (["a a b", "c"], ("ask", 0))


@pytest.mark.rule("GF-10")
@pytest.mark.parametrize(("card", "seat"), [("a", 0), ("b", 1)])
def test_a_request_in_vain_draws_and_a_hit_goes_on(card: str, seat: int) -> None:
    state = play(table("a b", "b c", pool="a a b c c"), "ask 1 a")
    assert due(state) == ("fish", 0)
    assert state.view(1)["request"] == {"target": 1, "rank": "a"}
    assert outcomes(state) == {"draw a": 2 / 5, "draw b": 1 / 5, "draw c": 2 / 5}
    assert due(play(state, f"draw {card}")) == ("ask", seat)


@pytest.mark.rule("GF-11")
def test_with_an_empty_pool_the_turn_passes() -> None:
    state = play(table("a a b", "b b c", "a c c"), "ask 1 a")
    assert due(state) == ("ask", 1)


@pytest.mark.rule("GF-12")
@pytest.mark.parametrize(("asks", "seat"), [(True, 0), (False, 1)])
def test_a_player_without_cards_draws_one(asks: bool, seat: int) -> None:
    state = play(table("a", "a a b", pool="b b c c c", ask_after_empty_draw=asks), "ask 1 a")
    assert (due(state), hands(state)) == (("refill", 0), ["", "b"])
    assert due(play(state, "draw c")) == ("ask", seat)


@pytest.mark.rule("GF-13")
def test_without_cards_and_pool_the_next_one_with_cards_asks() -> None:
    state = play(table("a", "a a", "b b c", "b c c"), "ask 1 a")
    assert (due(state), hands(state)) == (("ask", 2), ["", "", "b b c", "b c c"])


@pytest.mark.rule("GF-14")
def test_if_nobody_else_has_cards_the_next_one_draws() -> None:
    state = play(table("a b", "a", pool="a b b c c c"), "ask 1 a")
    assert (due(state), hands(state)) == (("refill", 1), ["a a b", ""])
    assert due(play(state, "draw c")) == ("ask", 1)


@pytest.mark.rule("GF-14")
def test_nobody_to_be_asked_right_after_the_deal() -> None:
    start = game_of(initial_cards=3).start()
    state = play(start, "deal a", "deal b", "deal c", *["deal d"] * 3)
    assert (due(state), hands(state)) == (("refill", 1), ["a b c", ""])


@pytest.mark.rule("GF-15")
def test_the_last_book_ends_the_game() -> None:
    state = play(table("a", "a a b", "b b"), "ask 1 a")
    assert not state.is_over
    state = play(state, "ask 2 b")
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.details) == ("all books made", {"requests": 2, "pool_size": 0})


@pytest.mark.rule("GF-15")
@pytest.mark.parametrize("ends", [True, False])
def test_a_player_who_is_out_can_end_the_game(ends: bool) -> None:
    state = play(table("a", "a a b", pool="b b c c c", end_on_first_out=ends), "ask 1 a")
    assert state.is_over == ends
    if ends:
        outcome = state.outcome
        assert outcome is not None
        assert outcome.reason == "first out"
    start = game_of(initial_cards=4, end_on_first_out=ends).start()
    assert play(start, *["deal a"] * 3).is_over == ends
    # Without a book nobody is out.
    given = play(table("a b", "a", pool="a b b c c c", end_on_first_out=True), "ask 1 a")
    assert not given.is_over


@pytest.mark.rule("GF-16")
def test_a_limit_of_requests_ends_the_game() -> None:
    state = table("a b", "b c", pool="a a b c c", max_asks=2)
    state = play(state, "ask 1 b", "ask 1 a", "draw a")
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("limit of requests", (0,))
    # The card after the last request is drawn, and one who has none draws before the game ends.
    state = play(table("a", "b c", pool="a a b b c c", max_asks=1), "ask 1 a")
    assert due(state) == ("fish", 0)
    assert play(state, "draw b").is_over
    assert lt.game("go_fish", players=3).max_plies == 3000


@pytest.mark.rule("GF-17", "GF-18")
@pytest.mark.parametrize(
    ("books", "options", "winners"),
    [
        (("ab", "c", "d"), {}, (0,)),
        (("a", "bc", "d"), {}, (1,)),
        (("ab", "cd", ""), {}, (0, 1)),
        (("ab", "cd"), {}, (0, 1)),
        (("a", "bcd"), {"end_on_first_out": True}, (1,)),
        (("a", "bcd"), {"end_on_first_out": True, "most_books_wins": False}, (0,)),
        (("a", "bcd"), {"most_books_wins": False}, ()),
    ],
)
def test_who_wins_and_what_seats_are_paid(
    books: tuple[str, ...], options: dict[str, bool], winners: tuple[int, ...]
) -> None:
    state = end(*books, **options)
    outcome = state.outcome
    assert outcome is not None
    assert outcome.winners == winners
    paid = [1 / len(winners) if seat in winners else 0 for seat in range(len(books))]
    assert list(outcome.returns) == paid
    assert list(outcome.scores) == [len(own) for own in books]
    assert set(table("a", "b", pool="a a b b").returns) == {0}


@pytest.mark.rule("GF-21")
def test_every_card_of_the_pool_is_as_likely() -> None:
    state = play(table("a b", "b c", pool="a a b c c"), "ask 1 a")
    assert outcomes(state) == {"draw a": 2 / 5, "draw b": 1 / 5, "draw c": 2 / 5}
    assert forbidden(state, "ask 1 a") == forbidden(state, "draw d") == "GF-21"
    assert forbidden(table("a b", "b c", pool="a a b c c"), "draw a") == "GF-21"


@pytest.mark.rule("GF-22")
def test_after_the_end_no_action_is_legal() -> None:
    state = end("ab", "cd")
    assert (state.actor, state.legal_actions, state.chance_outcomes) == (None, (), ())
    assert not state.legal_mask.any()
    for text in ("ask 1 a", "draw a", "deal a"):
        assert type(refusal(state.apply, text)) is lt.GameOverError
        assert state.explain(text).rule == "GF-22"
