"""Published Schnapsen problems with known answers, as facts: cards, counts, the value and the best moves.

From Martin Tompa's column at psellos.com/schnapsen/blog (T and the column's number) and from the unit tests
of the VU Amsterdam course platform intelligent-systems-course/schnapsen (VU). All under `schnapsen` rules.
"""

from __future__ import annotations

from typing import Any

# id | trump, to act, points, tricks | my hand | the other hand | value | best moves | card led
_KNOWN = """
T005  | D me 43,26 3,2 | KS QH AH QC JC | TH JH AD QD JD | 1 | JC QC KS |
T006  | D me 34,34 2,3 | KS QH AH QC JC | JS TH JH KC AD | 1 | JC QC KS |
T144  | C me 36,32 2,3 | KS TH KC TD QD | JH JC AD KD JD | 1 | TH |
T027  | S me 38,29 3,2 | JS QH AC KC JC | AS AH KH JH QC | 1 | KC AC |
T014b | C me 31,33 2,3 | AS QH AC JC AD | AH TH TC QC KD | 1 | JC AD |
T019  | H me 45,40 3,3 | AS TH KH JH | AH QH AC | 1 | JH | QC
T049  | D me 39,34 3,3 | KS JH KC TD | TS QS AH QH | 1 | KC |
T069a | D me 33,47 3,3 | AH KH KC JD | QS TH QH QD | 1 | JD |
T069b | D me 47,20 3,2 | QS TH QH QC QD | AH KH TC KC JD | 1 | QD |
T069c | D me 59,20 4,3 | TH QH QC | AH TC KC | -1 | QC QH TH |
T071b | D me 48,31 3,4 | QH TC QD | TH AC KC | 1 | QH |
T077  | S opponent 15,36 1,4 | TS QS JS AH KH | AS KS TH QH AD | 1 | AD QH TH KS AS |
T107  | S opponent 11,35 2,3 | TS JS AH QC JC | AS TH TC KC AD | -2 | KC TC TH AS |
T064x | D me 46,34 2,3 | TS JS KH QC KD | AS TH TC KC JD | -1 | QC KD KH JS TS |
T040b | H me 36,25 2,3 | KS AC KC JC TD | AH JH TC QC JD | 1 | TD |
VU    | S me 54,14 4,2 | AC JD TC JS | AD QC QH TS | 2 | TC AC |
"""
# I closed just before: id | trump | points | tricks | stock | my hand | the other hand | value | best moves
_CLOSED = """
T014a | H | 32,28 | 2,2 | AC JH | TH KH TD QD JD | TS QH TC AD KD | 2 | JD QD TD
T081w | H | 21,26 | 2,2 | JS JH | AS TS AH QH QC | TH KH TD KD QD | 2 | QC AH
T039w | D | 41,38 | 2,2 | JH JD | AS TH QC AD KD | AC TC KC TD QD | -2 | QC KD AD TH AS
"""
# Two cards in the stock:
# id | points | tricks | my hand | the other hand | upcard | played | mean value | best moves | card led
_HIDDEN = """
T003 | 28,37 | 2,2 | AS TS AH QH KD | KS ? ? ? | JD | JS JH AD JC QC KC TC AC | 1 | TS AS | QS
T004 | 5,26 | 1,3 | KH QH AC TD QD | ? ? ? ? | JH | JS QS KS AH JD JC QC KC | -0.4 | KH | TS
T146 | 34,20 | 2,2 | KS JS QH AC QD | ? ? ? ? | JD | TS JH KD TD AD QC KC TC | 1.8 | AC | JC
T128 | 43,19 | 2,2 | AS KS KH QC QD | ? ? ? ? ? | JH | QH AH JD KD TD AD TC AC | 1.33333 | close+QC close+KH |
T015 | 46,27 | 2,2 | KS AH TC QC QD | KH ? ? ? ? | JH | JS QS TS AS JD KD TD AD | 2 | close+AH |
T135 | 20,33 | 2,2 | KS AH JH KC KD | ? ? ? ? | JD | JS TS KH TH QD AD JC AC | -0.6 | AH | QH
"""


def _rows(table: str) -> list[list[str]]:
    return [[field.strip() for field in line.split("|")] for line in table.strip().splitlines()]


def _counts(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


def _position(name: str, points: str, tricks: str, best: str, value: str, **more: Any) -> dict[str, Any]:
    position: dict[str, Any] = {
        "id": name,
        "rules": "schnapsen",
        "points": _counts(points),
        "tricks": _counts(tricks),
    }
    position["expect"] = {"value": float(value), "best": best.split()}
    return position | {key: given for key, given in more.items() if given}


def published() -> list[dict[str, Any]]:
    """All of them as positions, with `id` and `expect`."""
    result = []
    for name, counts, mine, theirs, value, best, led in _rows(_KNOWN):
        trump, turn, points, tricks = counts.split()
        more = {"trump": trump, "turn": turn, "hand": mine, "opponent": theirs, "led": led}
        result.append(_position(name, points, tricks, best, value, **more))
    for name, trump, points, tricks, stock, mine, theirs, value, best in _rows(_CLOSED):
        more = {"trump": trump, "hand": mine, "opponent": theirs, "stock": stock, "closed": "me"}
        at_close = {"tricks_at_close": _counts(tricks), "points_at_close": _counts(points)}
        result.append(_position(name, points, tricks, best, value, **more, **at_close))
    for name, points, tricks, mine, theirs, upcard, played, value, best, led in _rows(_HIDDEN):
        more = {"hand": mine, "opponent": theirs, "upcard": upcard, "played": played, "led": led}
        result.append(_position(name, points, tricks, best, value, **more, stock=2))
    return result
