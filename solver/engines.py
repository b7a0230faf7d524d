"""Where the jobs of a batch are done: by processes of this machine, or by a Dask cluster."""

import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import Any, NamedTuple

PATIENCE = 60
"""So many seconds a cluster has to answer, and to get its first worker."""


class Engine(NamedTuple):
    """Something that does jobs."""

    executor: Executor
    workers: int
    """How many jobs it does at once."""


class EngineError(RuntimeError):
    """No jobs can be done, or no more; the message is one line."""


@contextmanager
def local_engine(workers: int) -> Iterator[Engine]:
    """So many processes of this machine; if the block is left by an exception they are stopped at once.

    Raises:
        EngineError: one of them was killed.
    """
    others = set(multiprocessing.active_children())
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    pool = _Pool(workers, context, _begin_worker)
    try:
        yield Engine(pool, workers)
    except BrokenProcessPool:
        raise EngineError(
            "a worker process was killed, for lack of memory perhaps; try fewer --jobs or less --memory"
        ) from None
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - others:
            _stop(process)
        raise
    finally:
        pool.shutdown()


class _Pool(ProcessPoolExecutor):
    """Its jobs can be stopped."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        return super().submit(_stoppable, fn, *args, **kwargs)


class _Worker:
    """The state of this process, if it is a worker."""

    stopped = False
    busy = False


def _stop(process: BaseProcess) -> None:
    """Make a worker give up its job and take no other.

    It is not terminated: a worker that dies while it sends an answer leaves its pool waiting for the rest.
    """
    if process.pid is not None and process.is_alive():
        if sys.platform == "win32":
            process.terminate()
        else:
            with suppress(ProcessLookupError):  # its pool may just have seen it end
                os.kill(process.pid, signal.SIGINT)


def _stoppable(job: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    if _Worker.stopped:
        raise KeyboardInterrupt
    _Worker.busy = True
    try:
        return job(*args, **kwargs)
    finally:
        _Worker.busy = False


def _interrupted(number: int, frame: FrameType | None) -> None:
    """Ctrl-C, or the main process is done for: only a job may be broken off."""
    _Worker.stopped = True
    if _Worker.busy:
        _Worker.busy = False
        raise KeyboardInterrupt


def _begin_worker() -> None:
    """Never outlive the main process, however it ends."""
    signal.signal(signal.SIGINT, _interrupted)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def dask_engine(address: str) -> Iterator[Engine]:
    """The workers of the Dask scheduler at this address, such as ``tcp://10.0.0.1:8786``.

    Raises:
        EngineError: Dask is not installed, the scheduler does not answer, has no workers, or goes away.
    """
    try:
        from distributed import Client, KilledWorker
        from distributed.comm.core import CommClosedError
    except ImportError:
        raise EngineError("--scheduler needs Dask; install it by: pip install 'sixtysix[dask]'") from None
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TimeoutError) as error:
        reason = str(error).split("\n")[0] or type(error).__name__
        raise EngineError(f"no Dask scheduler answers at {address}: {reason}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise EngineError(
                f"the scheduler at {address} has no workers; start some: dask worker {address}"
            ) from None
        try:
            threads = client.nthreads()  # type: ignore[no-untyped-call]
            executor = client.get_executor()  # type: ignore[no-untyped-call]
            yield Engine(executor, sum(threads.values()))
        except KilledWorker as error:
            raise EngineError(f"the cluster gave up on a job that killed several workers: {error}") from None
        except (CancelledError, CommClosedError) as error:
            raise EngineError(f"the scheduler at {address} has gone away: {type(error).__name__}") from None
