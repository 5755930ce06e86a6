"""Worker processes with limits of time and memory: one that dies takes its task with it, and nothing else.

`concurrent.futures` would lose all tasks when one worker is killed, and cannot stop a task that hangs in native code.
"""

from __future__ import annotations

import contextlib
import faulthandler
import multiprocessing
import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any

AHEAD = 2
"""Results per worker that may wait to be fetched, so that a slow consumer does not fill the memory."""

TIMED_OUT = 1
"""Exit code of a process that `faulthandler` ended; the code below never ends one with it."""

_READY = "ready"


@dataclass(frozen=True)
class Limits:
    """What one task may use.

    Attributes:
        seconds: Time; None for any.
        memory: Bytes of address space beyond what the idle process has; None for any.
    """

    seconds: float | None = None
    memory: int | None = None

    def __bool__(self) -> bool:
        return self.seconds is not None or self.memory is not None


@dataclass(frozen=True)
class Outcome:
    """What became of a task: its result, or why there is none."""

    result: Any = None
    error: str = ""


class WorkerStartError(RuntimeError):
    """Worker processes cannot be started here. The message says why and what to do."""


def outcomes_in_order(
    function: Callable[[Any], Any], tasks: Sequence[Any], workers: int, limits: Limits
) -> Iterator[Outcome]:
    """Run a function on every task in worker processes; the outcomes come in the order of the tasks.

    A task that raises, takes too long, needs too much memory or kills its process has an outcome that says so, and the
    others go on.

    Args:
        function: Can be pickled, like the tasks and the results.
        tasks: What it is called with.
        workers: How many processes at most.
        limits: Of each task.

    Raises:
        WorkerStartError: When no process can be started.
    """
    waiting = deque(enumerate(tasks))
    finished: dict[int, Outcome] = {}
    pool: list[_Worker] = []
    workers = min(workers, len(tasks))
    try:
        for turn in range(len(tasks)):
            while turn not in finished:
                pool[:] = [worker for worker in pool if worker.usable]
                pool += [_Worker(function, limits) for _ in range(min(workers - len(pool), len(waiting)))]
                for worker in pool:
                    if worker.idle and waiting and waiting[0][0] < turn + AHEAD * workers:
                        worker.assign(*waiting.popleft())
                for worker in _those_with_news(pool):
                    finished.update(worker.fetch())
            yield finished.pop(turn)
    finally:
        for worker in pool:
            worker.kill()


def _those_with_news(pool: Sequence[_Worker]) -> list[_Worker]:
    expected = {worker.connection: worker for worker in pool if not worker.idle}
    return [expected[connection] for connection in wait(list(expected))]  # type: ignore[index]


@dataclass
class _Worker:
    """One process, and the task it is at."""

    function: Callable[[Any], Any]
    limits: Limits
    task: int | None = None
    started: bool = False
    usable: bool = True
    connection: Connection = field(init=False)
    process: Any = field(init=False)

    def __post_init__(self) -> None:
        # Spawned, not forked: a fork copies locks of PDF and OpenMP threads in whatever state they are.
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, self.function, self.limits), daemon=True)
        try:
            self.process.start()
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise WorkerStartError(
                f"the reader or the node parser cannot be sent to worker processes ({error}); define its class in a module, "
                "or use num_workers=1 without limits of time and memory."
            ) from error
        except AssertionError as error:
            raise WorkerStartError(
                f"worker processes cannot be started here ({error}); use num_workers=1 without limits."
            ) from error
        finally:
            theirs.close()

    @property
    def idle(self) -> bool:
        return self.started and self.task is None

    def assign(self, task: int, argument: Any) -> None:
        self.task = task
        # A process that died meanwhile is found out by `fetch`.
        with contextlib.suppress(OSError):
            self.connection.send(argument)

    def fetch(self) -> dict[int, Outcome]:
        """The outcome of its task by the task's number; nothing where the process only says that it is ready."""
        try:
            message = self.connection.recv()
        except (EOFError, OSError):
            message = self._died(), False
        except Exception as error:
            message = Outcome(error=f"its result cannot be read ({type(error).__name__}: {error})."), False
        if message == _READY:
            self.started = True
            return {}
        outcome, usable = message
        task, self.task = self.task, None
        if not usable:
            self.kill()
        return {} if task is None else {task: outcome}

    def kill(self) -> None:
        self.usable = False
        self.process.kill()
        self.process.join()
        self.connection.close()

    def _died(self) -> Outcome:
        self.process.join()
        if not self.started:
            raise WorkerStartError(
                'worker processes end before they begin: in a script, put the call under `if __name__ == "__main__":`, '
                "since each worker imports the script; or use num_workers=1 without limits."
            )
        return Outcome(error=_reason(self.process.exitcode, self.limits))


def _reason(exit_code: int, limits: Limits) -> str:
    if exit_code == TIMED_OUT and limits.seconds is not None:
        return f"it took longer than {limits.seconds:g} s; raise file_timeout, or leave the file out."
    if exit_code < 0:
        name = signal.Signals(-exit_code).name
        return f"the process that read it was ended by {name}, most likely out of memory; leave the file out."
    return f"the process that read it ended with exit code {exit_code}; leave the file out."


# --- in the worker process ---


def _serve(connection: Connection, function: Callable[[Any], Any], limits: Limits) -> None:
    """Do tasks until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process ends its workers
    connection.send(_READY)
    while True:
        try:
            task = connection.recv()
        except (EOFError, OSError):
            return
        except Exception as error:
            connection.send((Outcome(error=f"it cannot be read in a worker process ({error})."), True))
            continue
        outcome, usable = _run(function, task, limits)
        try:
            connection.send((outcome, usable))
        except (BrokenPipeError, OSError):
            return
        except Exception as error:
            connection.send((Outcome(error=f"its result cannot be sent ({type(error).__name__}: {error})."), usable))
        if not usable:
            return


def _run(function: Callable[[Any], Any], task: Any, limits: Limits) -> tuple[Outcome, bool]:
    """The outcome, and whether the process can be used for another task."""
    with open(os.devnull, "w") as devnull:
        if limits.seconds is not None:
            # A thread in C: it also ends a process that hangs in native code and holds Python's lock.
            faulthandler.dump_traceback_later(limits.seconds, exit=True, file=devnull)
        try:
            if limits.memory is not None:
                _limit_address_space(_address_space() + limits.memory)
            return Outcome(function(task)), True
        except MemoryError:
            return Outcome(error=_too_large(limits)), False
        except BaseException as error:
            return Outcome(error=f"{type(error).__name__}: {error}"), True
        finally:
            faulthandler.cancel_dump_traceback_later()
            if limits.memory is not None:
                _limit_address_space(None)


def _too_large(limits: Limits) -> str:
    if limits.memory is None:
        return "the memory is not enough for it; use fewer workers, or leave the file out."
    return f"it needs more than {limits.memory:,} bytes of memory; raise file_memory, or leave the file out."


def check_limits_are_known_here(limits: Limits) -> None:
    """Refuse a memory limit where the system has none.

    Raises:
        ValueError: Elsewhere than on Linux.
    """
    if limits.memory is not None and not os.path.exists("/proc/self/statm"):
        raise ValueError("file_memory works on Linux only; leave it out, and limit the memory of the whole process.")


def _address_space() -> int:
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")


def _limit_address_space(size: int | None) -> None:
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    soft = hard if size is None else size if hard == resource.RLIM_INFINITY else min(size, hard)
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
