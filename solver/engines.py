"""Where the jobs of a batch are done: by processes of this machine, or by a Dask cluster."""

import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import NamedTuple

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
    executor = ProcessPoolExecutor(workers, context, _begin_worker)
    try:
        yield Engine(executor, workers)
        executor.shutdown()
    except BaseException as error:
        executor.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        if isinstance(error, BrokenProcessPool):
            raise EngineError(
                "a worker process was killed, for lack of memory perhaps; try fewer --jobs or less --memory"
            ) from None
        raise


def _begin_worker() -> None:
    """Leave Ctrl-C to the main process, and never outlive it, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
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
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
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
