"""A position drawn as it lies on the table, seen from my seat."""

from collections.abc import Mapping

import click

from ..solver.cards import parse_card
from ..solver.position import Position
from .endings import value_words
from .spelling import PLAYERS, Spelling
from .tables import heading


def drawing(position: Position, spelling: Spelling) -> str:
    """The other hand above, stock and trick between, mine below; then what may be done and what is known."""
    blocks = [
        [heading(position)],
        _player(position, 1, spelling) + _lacks(position, spelling),
        _middle(position, spelling),
        _player(position, 0, spelling),
        _actions(position, spelling),
        _known(position, spelling),
    ]
    if position.source:
        blocks[0].append(position.source)
    return "\n\n".join("\n".join(block) for block in blocks if block)


def row(label: str, text: str) -> str:
    """A line of the drawing: what it tells of, and what it tells."""
    return f"{label:<10} {text}"


def _player(position: Position, player: int, spelling: Spelling) -> list[str]:
    """A hand, under its owner's points and tricks."""
    deal = position.deal
    tricks = deal.tricks[player]
    counts = [f"{deal.points[player]} points", f"{tricks} trick{'' if tricks == 1 else 's'}"]
    if deal.pending[player]:
        counts.append(f"a marriage of {deal.pending[player]} waits for the first trick")
    held = spelling.hand(deal.hands[player], deal.trump, deal.hidden[player])
    return [row(click.style(f"{PLAYERS[player]:<10}", bold=True), ", ".join(counts)), row("", held)]


def _lacks(position: Position, spelling: Spelling) -> list[str]:
    if not position.lacks:
        return []
    return [row("", f"without {spelling.hand(position.lacks & position.rules.pack, position.deal.trump)}")]


def _middle(position: Position, spelling: Spelling) -> list[str]:
    """Trump, stock and the card on the table."""
    deal = position.deal
    lines = [row("trump", spelling.suit(deal.trump))]
    if deal.stock:
        count = len(deal.stock)
        lines.append(row("stock", f"{spelling.cards(deal.stock)}   {count} cards, the last one face up"))
        if deal.closer >= 0:
            lines[-1] = row("stock", f"{spelling.cards(deal.stock)}   {count} cards, {_closed(position)}")
    if deal.led >= 0:
        lines.append(row("table", f"{spelling.card(deal.led)} led by {_by(1 - deal.turn)}"))
    return lines


def _by(player: int) -> str:
    return "the opponent" if player else "you"


def _closed(position: Position) -> str:
    """Who closed, and how it stood then where that counts."""
    deal = position.deal
    told = position.to_dict()
    at_close = [
        f"{told[key][0]} : {told[key][1]} {key.partition('_')[0]}"
        for key in ("points_at_close", "tricks_at_close")
        if key in told
    ]
    return f"closed by {_by(deal.closer)}" + (f" at {', '.join(at_close)}" if at_close else "")


def _actions(position: Position, spelling: Spelling) -> list[str]:
    """Whose move it is, and the legal moves, those with the same exchange or close on one line."""
    deal = position.deal
    act = "answer" if deal.led >= 0 else "lead" if deal.drawn else "draw or close"
    lines = [row("to act", f"{_by(deal.turn)}, to {act}")]
    if deal.hidden[deal.turn]:
        return lines
    kinds: dict[str, list[str]] = {}
    for move in sorted(position.legal_moves(), key=lambda move: _as_held(move, deal.trump)):
        before, _, card = spelling.move(deal, move).rpartition(", ")
        kinds.setdefault(before, []).append(card)
    for number, (before, cards) in enumerate(kinds.items()):
        label = "" if number else "moves"
        lines.append(row(label, (f"{before}, then " if before else "") + ", ".join(cards)))
    return lines


def _as_held(move: str, trump: int) -> tuple[int, bool, int, int]:
    """The order of moves: plain ones before exchanges and closes, cards as a hand is held, trumps first."""
    if move == "draw":
        return 0, False, 0, 0
    card = parse_card(move[-2:])
    return len(move), card >> 3 != trump, card >> 3, -card


def _known(position: Position, spelling: Spelling) -> list[str]:
    """What is gone, what is hidden, the match, and what is expected of a position in a suite."""
    deal = position.deal
    lines = []
    if position.played:
        lines.append(row("played", spelling.hand(position.played, deal.trump)))
    if position.unseen:
        ways = position.world_count()
        lines.append(row("unseen", spelling.hand(position.unseen, deal.trump)))
        lines.append(row("", f"{position.unseen.bit_count()} cards, which can lie in {ways:,} ways"))
    if position.score is not None:
        mine, theirs = position.score
        lines.append(row("match", f"{mine} : {theirs}, played to {position.rules.match_target}"))
    if position.expect:
        lines.append(expected_row(position.expect))
    return lines


def expected_row(expect: Mapping[str, object]) -> str:
    """What a suite expects of a position."""
    return row("expected", ", ".join(_expected(key, wanted) for key, wanted in expect.items()))


def _expected(key: str, wanted: object) -> str:
    if key == "value" and isinstance(wanted, int):
        return value_words(wanted)
    if key == "value" and isinstance(wanted, float):
        return f"{wanted:+.3f} on average"
    if key == "close":
        return f"the verdict “{wanted}”"
    return f"{key} {' '.join(wanted) if isinstance(wanted, list) else wanted}"
