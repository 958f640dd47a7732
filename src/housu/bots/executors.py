"""Where work is done: chunks in, results out in the same order, whatever computes them and however many there are.

A chunk says everything that its result depends on, so the result is the same here, in processes on this machine, or on
a Ray cluster, and a chunk whose worker died is simply done again.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, TypeVar

from housu.errors import HousuError, shown

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")

LIVES = 5  # how often workers may die before the work is given up
MOST_WORKERS = 61 if sys.platform == "win32" else 1_000  # Windows can wait for no more at a time
AHEAD = 4  # chunks a worker that are handed out at a time


class Executor(Protocol):
    """Does a function of one chunk for each chunk. The function stands in a module, and both can be pickled."""

    def map(self, work: Callable[[Chunk], Result], chunks: Sequence[Chunk]) -> Iterator[Result]:
        """The results in the order of the chunks."""


class Here:
    """In this process, one after another."""

    def map(self, work: Callable[[Chunk], Result], chunks: Sequence[Chunk]) -> Iterator[Result]:
        """The results in the order of the chunks."""
        return map(work, chunks)


class Processes:
    """In processes on this machine. When one dies, what it had in hand is done again by a new one."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def map(self, work: Callable[[Chunk], Result], chunks: Sequence[Chunk]) -> Iterator[Result]:
        """The results in the order of the chunks. Raises BrokenProcessPool when workers die again and again."""
        from concurrent.futures.process import BrokenProcessPool

        done = 0
        deaths = 0
        while done < len(chunks):
            try:
                for result in self._once(work, chunks[done:]):
                    yield result
                    done += 1
            except BrokenProcessPool:
                deaths += 1
                if deaths == LIVES:
                    raise

    def _once(self, work: Callable[[Chunk], Result], chunks: Sequence[Chunk]) -> Iterator[Result]:
        import multiprocessing
        from collections import deque
        from concurrent.futures import Future, ProcessPoolExecutor

        pool = ProcessPoolExecutor(self.workers, mp_context=multiprocessing.get_context("spawn"))
        try:
            waiting: deque[Future[Result]] = deque()
            for chunk in chunks:
                waiting.append(pool.submit(work, chunk))
                if len(waiting) >= AHEAD * self.workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


class Ray:
    """On a Ray cluster (extra `cluster`): the one at `address`, or one of this machine's own."""

    def __init__(self, address: str | None = None) -> None:
        self.address = address

    def map(self, work: Callable[[Chunk], Result], chunks: Sequence[Chunk]) -> Iterator[Result]:
        """The results in the order of the chunks; Ray does again what died with its worker."""
        import ray

        if not ray.is_initialized():
            ray.init(address=self.address, log_to_driver=False, include_dashboard=False)

        def do(chunk: Chunk) -> Result:
            return work(chunk)

        task: Any = ray.remote(max_retries=LIVES)(do)
        workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting: list[Any] = []
        for chunk in chunks:
            waiting.append(task.remote(chunk))
            if len(waiting) >= AHEAD * workers:
                yield ray.get(waiting.pop(0))
        while waiting:
            yield ray.get(waiting.pop(0))


def executor(workers: int | None = None, ray: bool = False, address: str | None = None) -> Executor:
    """The executor that a command asks for. Raises HousuError for a number of workers that can't be."""
    if workers is not None and not 1 <= workers <= MOST_WORKERS:
        raise HousuError(
            "cli.error.range", option="--workers", low=1, high=MOST_WORKERS, value=shown(workers)
        )
    if ray and workers is not None:
        raise HousuError("cli.error.together", one="--workers", other="--ray")
    if ray:
        return Ray(address)
    return Here() if workers in (None, 1) else Processes(workers)
