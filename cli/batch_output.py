"""Where a batch writes its records: standard output, or a file that an interrupted run is resumed from."""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from .errors import Unusable

if TYPE_CHECKING:
    from ..solver.batch_records import Done, Format


class Results:
    """The records written, each a line; whatever happens, at most the last line is not whole."""

    def __init__(self, path: str | None, form: "Format", *, resume: bool, suites: tuple[str, ...]) -> None:
        """Open the file, emptied unless it is to be resumed; without ``path`` it is standard output.

        Raises:
            Unusable: it cannot be opened, or is one of the suites.
        """
        self.path = path
        self.form = form
        self.records = 0
        """How many have been written, by earlier runs too."""
        self._file: int | None = None
        self._whole = 0
        if path is not None:
            if any(
                os.path.exists(each) and os.path.exists(path) and os.path.samefile(each, path)
                for each in suites
            ):
                raise Unusable([f"{path}: is one of the suites; write the records to another file"])
            try:
                flags = os.O_RDWR | os.O_CREAT | (0 if resume else os.O_TRUNC)
                self._file = os.open(path, flags, 0o666)
            except OSError as error:
                raise self._unwritable(error) from None

    def earlier(self) -> "Iterator[Done]":
        """The whole records of an earlier run; afterwards what is left of a last one is cut off.

        Raises:
            Unusable: the file holds something else.
        """
        from ..solver.batch_records import read_again

        if self._file is None or not os.fstat(self._file).st_size:
            return
        header = self.form.header()
        with open(self._file, "rb", closefd=False) as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    break
                if number > 1 or not header:
                    try:
                        done = read_again(line, self.form)
                    except (ValueError, KeyError, TypeError):
                        raise self._foreign(number) from None
                    self.records += 1
                    yield done
                elif line != header:
                    raise self._foreign(number)
                self._whole += len(line)
        os.truncate(self._file, self._whole)
        os.lseek(self._file, 0, os.SEEK_END)

    def begin(self) -> None:
        """Write what stands above the first record, if nothing is there yet."""
        if not self._whole:
            self._write(self.form.header())

    def add(self, done: "list[Done]") -> None:
        """Write these records, and keep nothing back.

        Raises:
            Unusable: there is no room, or whoever read the output has gone.
        """
        self._write(b"".join(each.text for each in done))
        self.records += len(done)

    def _write(self, data: bytes) -> None:
        try:
            if self._file is None:
                click.echo(data, nl=False)
                return
            while data:
                written = os.write(self._file, data)
                self._whole += written
                data = data[written:]
        except BrokenPipeError:
            click.echo(
                f"sixtysix: the reader of the results has gone after {self.records:,} of them; stopped",
                err=True,
            )
            raise
        except OSError as error:
            raise self._unwritable(error) from None

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _unwritable(self, error: OSError) -> Unusable:
        reason = error.strerror or str(error)
        if self.path is None:
            return Unusable([f"the results cannot be written: {reason}"])
        more = "; make room and go on with --resume" if self.records else ""
        return Unusable([f"{self.path}: cannot be written: {reason}{more}"])

    def _foreign(self, line: int) -> Unusable:
        return Unusable(
            [f"{self.path}, line {line}: is no such record; use the same options, or drop --resume"]
        )

    def mismatch(self, entry_id: str | None, record_id: str) -> Unusable:
        """The error if the records are of other suites; ``None``: these have fewer positions."""
        there = f"the suites have {entry_id} there" if entry_id is not None else "the suites end before"
        return Unusable(
            [
                f"{self.path}: record {self.records} is of {record_id}, but {there}; "
                "resume with the same suites and options, or drop --resume to overwrite it"
            ]
        )
