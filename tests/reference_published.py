"""The published Schnapsen problems that ship in positions/, as dicts."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "positions"


def published() -> list[dict[str, Any]]:
    """All of them, with `id` and `expect`: first those with all cards known, then those with hidden cards."""
    known = (FOLDER / "published" / "published.jsonl").read_text("utf-8").splitlines()
    hidden = tomllib.loads((FOLDER / "hidden" / "published.toml").read_text("utf-8"))
    common = {key: value for key, value in hidden.items() if key != "position"}
    return [json.loads(line) for line in known] + [common | told for told in hidden["position"]]
