"""The window: answers in order, the hardest first, identical positions once, and no more read than needed."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from itertools import count, islice
from typing import Any

import orjson
import pytest
from command import dealt
from sixtysix.solver import Position, batch
from sixtysix.solver.batch import run_batch
from sixtysix.solver.batch_records import Format
from sixtysix.solver.batch_work import Question, Task, difficulty, seed_of, work_out
from sixtysix.solver.files import Entry

TASK = Task(form=Format(timing=False))


class Recorder(Executor):
    """Does each job at once, in this thread, and remembers the questions asked."""

    def __init__(self) -> None:
        self.asked: list[Question] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if fn is work_out:
            self.asked.append(args[1])
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def entries(*texts: str) -> Iterator[Entry]:
    lines = [line for text in texts for line in text.splitlines()]
    for number, line in enumerate(lines, 1):
        yield Entry("suite.jsonl", "line", number, number, line.encode())


def run(
    *texts: str, task: Task = TASK, executor: Executor | None = None, workers: int = 2
) -> list[dict[str, Any]]:
    some = run_batch(entries(*texts), task, executor or Recorder(), workers)
    return [orjson.loads(done.text) for part in some for _, done in part]


MIXED = (
    dealt("--count", "20", "--tricks", "6", "--seed", "1"),
    dealt("--count", "3", "--tricks", "4", "--seed", "2"),
    "nonsense\n",
    dealt("--count", "2", "--tricks", "5", "--hidden", "--seed", "3"),
    dealt("--count", "40", "--tricks", "8", "--seed", "4"),
)


def test_records_are_in_order_whoever_is_first() -> None:
    records = run(*MIXED)
    assert len(records) == 66
    again = run(*MIXED, workers=50)
    assert again == records
    error = records[23].pop("error")
    assert error.startswith("suite.jsonl, line 24: is not JSON")
    assert records[23] == {"id": "suite.jsonl:24", "file": "suite.jsonl", "line": 24}
    ids = [orjson.loads(entry.told)["id"] for entry in entries(*MIXED) if entry.told != b"nonsense"]
    assert [record["id"] for record in records if "rules" in record] == ids
    with ThreadPoolExecutor(3) as threads:
        assert run(*MIXED, executor=threads, workers=3) == again


def test_the_hardest_question_is_asked_first() -> None:
    recorder = Recorder()
    easy, hard = dealt("--count", "4", "--tricks", "5"), dealt("--count", "2", "--tricks", "3")
    run(easy, hard, executor=recorder, workers=5)
    costs = [question.cost for question in recorder.asked]
    assert costs == sorted(costs, reverse=True)
    assert len(costs) == 6


def test_identical_positions_are_solved_once_whatever_they_are_called() -> None:
    recorder = Recorder()
    told = orjson.loads(dealt("--tricks", "4", "--seed", "9"))
    twins = [told | {"id": f"twin {number}", "note": "x" * number} for number in range(50)]
    twins[20]["expect"] = {"value": 3, "tolerance": 6}
    records = run("\n".join(orjson.dumps(twin).decode() for twin in twins), executor=recorder)
    assert len(recorder.asked) == 1
    assert [record["id"] for record in records] == [twin["id"] for twin in twins]
    assert len({orjson.dumps(record["moves"]) for record in records}) == 1
    assert records[20]["right"] is True
    assert "right" not in records[21]


def test_a_judgement_of_closing_is_not_shared_with_who_did_not_ask() -> None:
    told = orjson.loads(dealt("--tricks", "4", "--hidden", "--seed", "4"))
    twins = [told, told | {"expect": {"close": True}}, told]
    records = run("\n".join(orjson.dumps(twin).decode() for twin in twins))
    assert ["verdict" in record for record in records] == [False, True, False]


def test_memory_stays_flat_because_little_is_read_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "WINDOW", 64)
    monkeypatch.setattr(batch, "LARGEST_CHUNK", 8)
    reached = 0
    line = dealt("--tricks", "9").strip().encode()

    def endless() -> Iterator[Entry]:
        nonlocal reached
        for reached in count(1):
            yield Entry("endless.jsonl", "line", reached, reached, line)

    some = run_batch(endless(), TASK, Recorder(), 2)
    done = sum(len(part) for part in islice(some, 200))
    assert done > 200
    assert reached <= done + 64 + 8


def test_samples_do_not_depend_on_what_else_is_solved() -> None:
    lines = dealt("--count", "3", "--tricks", "3", "--hidden", "--seed", "5").splitlines()
    task = TASK._replace(worlds=30)
    together = run(*lines, task=task)
    assert [run(line, task=task)[0] for line in lines] == together
    assert len({record["seed"] for record in together}) == 3
    assert [record["worlds"] for record in together] == [30] * 3
    other = run(*lines, task=task._replace(seed=1))
    assert all(a["seed"] != b["seed"] for a, b in zip(together, other, strict=True))


def test_the_seed_is_of_the_position_and_not_of_its_name() -> None:
    told = orjson.loads(dealt("--tricks", "3", "--hidden"))
    one, two = Position.from_dict(told), Position.from_dict(told | {"id": "x", "expect": {"value": 1}})
    assert seed_of(0, one) == seed_of(0, two)
    assert seed_of(0, one) != seed_of(1, one)
    assert 0 <= seed_of(0, one) < 2**53


def test_what_time_does_not_allow_is_bounded_and_not_guessed() -> None:
    known, hidden = dealt("--seed", "1"), dealt("--tricks", "4", "--hidden", "--seed", "4")
    sampled = dealt("--tricks", "1", "--hidden")
    exact = run(hidden)[0]
    for text in (known, hidden, sampled):
        record = run(text, task=TASK._replace(time=1e-4))[0]
        assert record["value"] is None
        assert record["unfinished"] is True
        assert record["best"] == []
        low, high = record["bounds"]
        assert -3 <= low < high <= 3
        if text is hidden:
            assert low <= exact["value"] <= high


def test_difficulty_grows_with_what_is_unknown() -> None:
    def hard(*args: str) -> float:
        return difficulty(TASK, Position.from_dict(orjson.loads(dealt(*args))))

    assert hard("--tricks", "6") == 1
    assert hard("--tricks", "5") > 1
    assert hard() > hard("--tricks", "3") > hard("--tricks", "5")
    assert hard("--tricks", "3", "--hidden") > hard("--tricks", "3")
    assert hard("--rules", "handbook-four") > hard("--rules", "handbook-four", "--tricks", "4") > 1
