"""Worker processes with limits of time and memory, in which a crash fails one task only.

`concurrent.futures` loses all tasks when one worker is killed, and cannot stop a task that hangs in native code.
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
"""Tasks per worker that may be started before the consumer needs them; a slow consumer must not fill the memory."""

TIMED_OUT = 1
"""Exit code of a process that `faulthandler` ended; the code below never uses it."""

_READY = "ready"


@dataclass(frozen=True)
class Limits:
    """Limits of one task.

    Attributes:
        seconds: Run time; None for no limit.
        memory: Bytes of address space beyond that of the idle process; None for no limit.
    """

    seconds: float | None = None
    memory: int | None = None

    def __bool__(self) -> bool:
        """Return whether there is a limit."""
        return self.seconds is not None or self.memory is not None


@dataclass(frozen=True)
class TaskOutcome:
    """The result of a task, or the reason why there is none."""

    result: Any = None
    error: str = ""


class WorkerStartError(RuntimeError):
    """Worker processes cannot be started. The message says why and what to do."""


def outcomes_in_order(
    function: Callable[[Any], Any], tasks: Sequence[Any], workers: int, limits: Limits
) -> Iterator[TaskOutcome]:
    """Run a function on every task in worker processes, and yield the outcomes in the order of the tasks.

    A task that raises, takes too long, needs too much memory or crashes its process has an outcome with the reason, and
    the others continue.

    Args:
        function: A function that can be pickled, like the tasks and the results.
        tasks: Its arguments.
        workers: Maximum number of processes.
        limits: Limits of each task.

    Raises:
        WorkerStartError: If no process can be started.
    """
    waiting = deque(enumerate(tasks))
    finished: dict[int, TaskOutcome] = {}
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
                for worker in _ready(pool):
                    finished.update(worker.fetch())
            yield finished.pop(turn)
    finally:
        for worker in pool:
            worker.kill()


def _ready(pool: Sequence[_Worker]) -> list[_Worker]:
    """Wait for messages, and return the workers that have sent one."""
    expected = {worker.connection: worker for worker in pool if not worker.idle}
    return [expected[connection] for connection in wait(list(expected))]  # type: ignore[index]


@dataclass
class _Worker:
    """A process and its current task."""

    function: Callable[[Any], Any]
    limits: Limits
    task: int | None = None
    started: bool = False
    usable: bool = True
    connection: Connection = field(init=False)
    process: Any = field(init=False)

    def __post_init__(self) -> None:
        # Spawned, not forked: a fork copies locks of PDF and OpenMP threads in their current state.
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
        # `fetch` detects a process that has died.
        with contextlib.suppress(OSError):
            self.connection.send(argument)

    def fetch(self) -> dict[int, TaskOutcome]:
        """Return the outcome of its task by the task's number; nothing if the process only reports that it has started."""
        try:
            message = self.connection.recv()
        except (EOFError, OSError):
            message = self._died(), False
        except Exception as error:
            message = TaskOutcome(error=f"its result cannot be read ({type(error).__name__}: {error})."), False
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

    def _died(self) -> TaskOutcome:
        self.process.join()
        if not self.started:
            raise WorkerStartError(
                'worker processes end before they begin: in a script, put the call under `if __name__ == "__main__":`, '
                "since each worker imports the script; or use num_workers=1 without limits."
            )
        return TaskOutcome(error=_reason(self.process.exitcode, self.limits))


def _reason(exit_code: int, limits: Limits) -> str:
    if exit_code == TIMED_OUT and limits.seconds is not None:
        return f"it took longer than {limits.seconds:g} s; raise file_timeout, or leave the file out."
    if exit_code < 0:
        name = signal.Signals(-exit_code).name
        return f"the process that read it was ended by {name}, most likely out of memory; leave the file out."
    return f"the process that read it ended with exit code {exit_code}; leave the file out."


# --- in the worker process ---


def _serve(connection: Connection, function: Callable[[Any], Any], limits: Limits) -> None:
    """Run tasks until the connection closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # The main process ends its workers.
    connection.send(_READY)
    while True:
        try:
            task = connection.recv()
        except (EOFError, OSError):
            return
        except Exception as error:
            connection.send((TaskOutcome(error=f"it cannot be read in a worker process ({error})."), True))
            continue
        outcome, usable = _run(function, task, limits)
        try:
            connection.send((outcome, usable))
        except (BrokenPipeError, OSError):
            return
        except Exception as error:
            connection.send(
                (TaskOutcome(error=f"its result cannot be sent ({type(error).__name__}: {error})."), usable)
            )
        if not usable:
            return


def _run(function: Callable[[Any], Any], task: Any, limits: Limits) -> tuple[TaskOutcome, bool]:
    """Return the outcome of a task, and whether the process can run another."""
    with open(os.devnull, "w") as devnull:
        if limits.seconds is not None:
            # A C thread, which can end a process that hangs in native code and holds the interpreter lock.
            faulthandler.dump_traceback_later(limits.seconds, exit=True, file=devnull)
        try:
            if limits.memory is not None:
                _limit_address_space(_address_space() + limits.memory)
            return TaskOutcome(function(task)), True
        except MemoryError:
            return TaskOutcome(error=_too_large(limits)), False
        except BaseException as error:
            return TaskOutcome(error=f"{type(error).__name__}: {error}"), True
        finally:
            faulthandler.cancel_dump_traceback_later()
            if limits.memory is not None:
                _limit_address_space(None)


def _too_large(limits: Limits) -> str:
    if limits.memory is None:
        return "the memory is not enough for it; use fewer workers, or leave the file out."
    return f"it needs more than {limits.memory:,} bytes of memory; raise file_memory, or leave the file out."


def check_memory_limit(limits: Limits) -> None:
    """Refuse a memory limit on systems other than Linux.

    Raises:
        ValueError: If there is a memory limit and the system cannot enforce it.
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
