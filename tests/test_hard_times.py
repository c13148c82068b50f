"""Endless input, little memory, Ctrl-C, other threads: nothing crashes, what is done is kept."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable

import ludoteca as lt
import numpy as np
import pytest
from faults import any_game
from support import raised

pytestmark = pytest.mark.usefixtures("nothing_is_printed")


# --- Hard times ---------------------------------------------------------------------------------


def python(script: str, *arguments: str, timeout: float = 120) -> subprocess.CompletedProcess[str]:
    """Runs a script in a process of its own, which it may well kill."""
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script), *arguments],
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


@pytest.mark.parametrize(
    "make",
    [
        "value = []; value.append(value)",
        "value = []\nfor _ in range(300_000): value = [value]",
        "value = [[] for _ in range(300_000)]",
        "class Deep(list):\n    def __iter__(self): return iter([self])\nvalue = Deep()",
    ],
)
def test_endless_options_do_not_crash(make: str) -> None:
    script = f"import ludoteca as lt\n{make}\n" + textwrap.dedent("""
        try:
            lt.game("cobogo", players=1, expansions=value)
        except (lt.OptionError, RecursionError) as error:
            print(len(str(error)) < 10_000)
        """)
    done = python(script)
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\n", "")


@pytest.mark.parametrize(
    "call",
    [
        "game.vector_env(2**20)",
        "game.vector_env(200_000)",
        'game.vector_env(2**20, dtype="float32")',
    ],
)
def test_too_little_memory_is_an_error_like_any_other(call: str) -> None:
    done = python(f"""
        import resource
        import ludoteca as lt
        game = lt.game("cobogo", players=4)
        resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
        try:
            {call}
        except (MemoryError, lt.OptionError) as error:
            print(bool(str(error)))
        assert game.simulate(1).games == 1
        """)
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\n", "")


@pytest.mark.parametrize("megabytes", [40, 100, 300])
def test_too_little_memory_for_results_is_an_error_too(megabytes: int) -> None:
    """Before the first games, and as room is made for more."""
    done = python(f"""
        import resource
        import ludoteca as lt
        game = lt.game("connect_four")
        game.simulate(1)
        in_use = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
        limit = in_use + ({megabytes} << 20)
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        for call in (
            lambda: game.simulate(2**31, threads=1),
            lambda: lt.game("cobogo", players=2).vector_env(60_000),
        ):
            try:
                call()
            except MemoryError as error:
                print(bool(str(error)))
        assert game.simulate(1).games == 1
        """)
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\nTrue\n", "")


def test_a_batch_takes_memory_for_the_games_that_it_has_played() -> None:
    done = python("""
        import resource
        import ludoteca as lt
        game = lt.game("cobogo", players=4)
        resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))

        def stop(done, games):
            raise RuntimeError(f"{games} games")

        try:
            game.simulate(2**31, progress=stop)
        except RuntimeError as error:
            print(error)
        """)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{2**31} games\n", "")


INTERRUPTED = """
    import json, os, signal, sys, threading, time
    import numpy as np
    import ludoteca as lt

    agents, threads = sys.argv[1], int(sys.argv[2])
    game, calls = lt.game("cobogo", players=4), []
    watch = (lambda done, games: calls.append(done)) if sys.argv[3] == "progress" else None
    sent = []

    def interrupt():
        time.sleep(0.5)
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    results = game.simulate(3_000_000, agents=agents, seed=9, threads=threads, progress=watch)
    waited = time.monotonic() - sent[0]
    index = results.index
    early = index < 300
    same = game.simulate(300, agents=agents, seed=9)
    kept = index[early]
    print(json.dumps({
        "waited": waited,
        "interrupted": results.interrupted,
        "games": results.games,
        "lengths": [len(results.plies), len(results.returns), len(results.reason), len(index)],
        "ascending": bool((np.diff(index.astype(np.int64)) > 0).all()),
        "finished": bool((results.plies > 0).all()),
        "same": bool((results.plies[early] == same.plies[kept]).all()
                     and (results.scores[early] == same.scores[kept]).all()),
        "early": int(early.sum()),
        "calls": calls,
        "again": game.simulate(10).interrupted,
    }))
    """


@pytest.mark.parametrize(
    ("agents", "threads", "progress"),
    [("random", 1, "none"), ("random", 2, "progress"), ("greedy", 2, "none")],
)
def test_ctrl_c_ends_a_batch_and_keeps_the_finished_games(
    agents: str, threads: int, progress: str
) -> None:
    """The design promises 200 ms; a busy machine gets a second."""
    done = python(INTERRUPTED, agents, str(threads), progress)
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert told["waited"] < 1
    assert told["interrupted"] is True
    assert 0 < told["games"] < 3_000_000
    assert told["lengths"] == [told["games"]] * 4
    assert told["ascending"]
    assert told["finished"]
    assert told["early"] > 0
    assert told["same"]
    assert told["again"] is False
    assert told["calls"] == sorted(told["calls"])
    assert bool(told["calls"]) == (progress == "progress")


def test_progress_is_called_to_the_end() -> None:
    game, calls = any_game(), list[tuple[int, int]]()
    results = game.simulate(60_000, progress=lambda done, games: calls.append((done, games)))
    assert results.games == 60_000
    assert calls[-1] == (60_000, 60_000)
    assert {games for _, games in calls} == {60_000}
    assert calls == sorted(calls)
    calls.clear()
    game.simulate(1, progress=lambda done, games: calls.append((done, games)))
    assert calls == [(1, 1)]


class Stop(BaseException):
    """No Exception: it has to get through all the same."""


@pytest.mark.parametrize("kind", [RuntimeError, Stop, lt.OptionError])
@pytest.mark.parametrize("games", [1, 3_000_000])
def test_an_exception_in_progress_ends_the_batch(kind: type[BaseException], games: int) -> None:
    def progress(done: int, games: int) -> None:
        raise kind("enough")

    started = time.monotonic()
    with pytest.raises(kind, match="enough"):
        any_game().simulate(games, progress=progress)
    assert time.monotonic() - started < 5


def test_ctrl_c_within_progress_keeps_the_finished_games() -> None:
    """Ctrl-C does not ask whether Python or Rust is running."""
    calls = []

    def progress(done: int, games: int) -> None:
        calls.append(done)
        if len(calls) == 1:
            signal.raise_signal(signal.SIGINT)

    try:
        results = any_game().simulate(3_000_000, progress=progress)
    except KeyboardInterrupt:
        pytest.fail("the finished games are lost")
    assert results.interrupted
    assert 0 < results.games < 3_000_000


def test_other_signals_are_no_interruption() -> None:
    """What another handler raises, a timeout for example, reaches the caller."""

    def handler(number: int, frame: object) -> None:
        raise RuntimeError("alarm")

    before = signal.signal(signal.SIGUSR1, handler)
    try:
        timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGUSR1))
        timer.start()
        with pytest.raises(RuntimeError, match="alarm"):
            any_game().simulate(2_000_000)
    finally:
        timer.join()
        signal.signal(signal.SIGUSR1, before)


def while_counting(work: Callable[[], object]) -> tuple[int, float]:
    """How often another thread ran while work was done, and how long that took."""
    ticks, stop = [0], threading.Event()

    def count() -> None:
        while not stop.is_set():
            ticks[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    try:
        start = time.perf_counter()
        work()
        seconds = time.perf_counter() - start
    finally:
        stop.set()
        thread.join()
    return ticks[0], seconds


def test_a_batch_lets_other_threads_run() -> None:
    game = any_game(4)
    ticks, seconds = while_counting(lambda: game.simulate(40_000, threads=1))
    assert ticks > 20 * seconds


def test_a_belief_lets_other_threads_run() -> None:
    state = lt.game("bogoss", players=6).start(seed=0)
    ticks, seconds = while_counting(lambda: state.belief(0))
    assert ticks > 20 * seconds


def test_an_array_of_the_environment_can_be_what_it_is_stepped_with() -> None:
    env = any_game().vector_env(3)
    _, info = env.reset()
    error = raised(env.step, info["actor"])
    assert isinstance(error, lt.IllegalActionError)
    indices = env.sample(1)
    observation, *_ = env.step(indices)
    indices.flags.writeable = False
    env.reset()
    assert env.step(indices)[0].tobytes() == observation.tobytes()


def test_an_environment_wants_a_reset_first() -> None:
    env = any_game().vector_env(3)
    error, other = raised(env.step, np.zeros(3, np.int32)), raised(env.sample, 1)
    assert isinstance(error, lt.IllegalActionError)
    assert "reset" in str(error)
    assert isinstance(other, lt.IllegalActionError)
    assert str(other) == str(error)
    env.reset()
    env.step(env.sample(1))


def test_without_memory_for_a_thread_nothing_is_played() -> None:
    done = python("""
        import resource
        import ludoteca as lt
        game = lt.game("connect_four")
        in_use = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (in_use, resource.RLIM_INFINITY))
        try:
            game.simulate(1, threads=1)
        except MemoryError as error:
            print("thread" in str(error))
        """)
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\n", "")
