"""What people typed, as messages repeat it: on one line, and not at any length."""

_LONGEST = 48


def quoted(text: str) -> str:
    """Text in quotation marks."""
    return f"“{_on_a_line(text)}”"


def shown(value: object) -> str:
    """A value as a file would hold it, more or less: ``true``, ``7``, ``'AH'``."""
    return str(value).lower() if isinstance(value, bool) else _on_a_line(repr(value))


def _on_a_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 3] + "..."
