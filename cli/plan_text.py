"""A plan against best defence in words, as far as it is forced: ``lead A♠; if he follows, K♠; else J♣``.

Told are my first card and what I go on with after each of his replies, and then as long as only one thing
follows. What comes after that is in the plan as JSON has it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..solver.cards import parse_card
from .spelling import Spelling

Options = Sequence[Mapping[str, Any]]
"""My moves to choose from: ``{move, mix, replies}``."""

MOST_NAMED = 4
"""So many replies may be named one by one; more, if nothing shorter fits them, are left to "else"."""

RARE = 0.005
"""What is chosen less often than this is not told."""


def plan_text(plan: Options, trump: int, spelling: Spelling) -> str:
    """The plan as one sentence; empty if there is none."""
    if not plan:
        return ""
    if len(plan) > 1:
        return f"lead {_choice(plan, spelling)}."
    told = f"lead {_choice(plan, spelling)}"
    lead, replies = parse_card(plan[0]["move"][-2:]), plan[0]["replies"]
    cases = _cases(replies, spelling)
    if not cases:
        return f"{told}; nothing more need be decided."
    if len(cases) == 1:
        return f"{told}; then {_onward(next(iter(cases.values())), replies, spelling)}."
    parts, rest = [told], []
    *fewer, most = sorted(cases.items(), key=lambda case: len(case[1]))
    for choice, mine in fewer:
        when = _when(mine, list(replies), lead, trump, spelling)
        if when:
            parts.append(f"if {when}, {choice}")
        else:
            rest.append(choice)
    parts.append(f"else, {'by what he does, ' * bool(rest)}{', '.join([most[0], *rest])}")
    return "; ".join(parts) + "."


def _cases(replies: Mapping[str, Options], spelling: Spelling) -> dict[str, list[str]]:
    """His replies by what I go on with."""
    cases: dict[str, list[str]] = {}
    for reply, options in replies.items():
        if options:
            cases.setdefault(_choice(options, spelling), []).append(reply)
    return cases


def _choice(options: Options, spelling: Spelling) -> str:
    """A card, or several with how often each: ``K♠ (60%) or Q♠ (40%)``."""
    told = [option for option in options if option["mix"] >= RARE]
    cards = [spelling.card(parse_card(option["move"][-2:])) for option in told]
    if len(cards) == 1:
        return cards[0]
    return " or ".join(
        f"{card} ({100 * option['mix']:.0f}%)" for card, option in zip(cards, told, strict=True)
    )


def _onward(some: Sequence[str], replies: Mapping[str, Options], spelling: Spelling) -> str:
    """What I play after these replies, which is the same, and after that while it stays the same."""
    options = replies[some[0]]
    told = [_choice(options, spelling)]
    if len(options) == 1:
        after: dict[str, list[str]] = {}
        for reply in some:
            for choice, later in _cases(replies[reply][0]["replies"], spelling).items():
                after.setdefault(choice, []).extend(later)
        if len(after) == 1:
            told.append(next(iter(after)))
    return ", then ".join(told)


def _when(mine: Sequence[str], every: Sequence[str], lead: int, trump: int, spelling: Spelling) -> str:
    """When he replies so: a description that fits these replies and no others, a short list, or nothing."""
    wanted = set(mine)
    for words, fits in _descriptions(lead, trump, spelling):
        if {reply for reply in every if fits(_cards(reply))} == wanted:
            return words
    if len(mine) > MOST_NAMED:
        return ""
    played = [spelling.card(cards[0]) for cards in map(_cards, mine) if len(cards) == 1]
    told = [f"he plays {' or '.join(played)}"] if played else []
    return " or ".join(told + [_taken(cards, spelling) for cards in map(_cards, mine) if len(cards) > 1])


Fits = Callable[[list[int]], bool]


def _descriptions(lead: int, trump: int, spelling: Spelling) -> list[tuple[str, Fits]]:
    """What can be said of a reply, the simplest first. A reply of two cards takes the trick and leads on."""
    suits = [(suit, spelling.suit(suit)) for suit in range(4)]
    return [
        ("he follows suit", lambda cards: cards[0] >> 3 == lead >> 3),
        ("he does not follow suit", lambda cards: cards[0] >> 3 != lead >> 3),
        ("he takes it", lambda cards: len(cards) > 1),
        ("he does not take it", lambda cards: len(cards) == 1),
        ("he trumps", lambda cards: cards[0] >> 3 == trump != lead >> 3),
        (
            "he discards",
            lambda cards: cards[0] >> 3 not in (trump, lead >> 3),
        ),
        *(
            (f"he plays a {name}", lambda cards, suit=suit: len(cards) == 1 and cards[0] >> 3 == suit)
            for suit, name in suits
        ),
        *(
            (f"he takes it and leads a {name}", lambda cards, suit=suit: _led(cards) == suit)
            for suit, name in suits
        ),
    ]


def _led(cards: Sequence[int]) -> int:
    """The suit he leads after taking the trick, or -1."""
    return cards[1] >> 3 if len(cards) > 1 else -1


def _taken(cards: Sequence[int], spelling: Spelling) -> str:
    """``he takes it with T♦ and leads A♥``."""
    return f"he takes it with {spelling.card(cards[0])} and leads {spelling.card(cards[1])}"


def _cards(reply: str) -> list[int]:
    """The cards of a reply as a plan tells it: ``AH KS=20``."""
    return [parse_card(word[:2]) for word in reply.split()]
