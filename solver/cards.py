"""Cards: reading them patiently, writing them strictly.

A card is a small number, ``suit * 8 + rank``, with the suits in the order S H D C and the ranks in the order
7 8 9 J Q K T A. A set of cards is an int with one bit for each card, so a whole pack fits into 32 bits::

    bit   31 ...... 24 | 23 ...... 16 | 15 ....... 8 | 7 ........ 0
          A T K Q J 9 8 7 of clubs | of diamonds | of hearts | of spades
"""

from collections.abc import Iterable, Iterator

from .wording import quoted

SUITS = "SHDC"
SYMBOLS = "♠♥♦♣"
RANKS = "789JQKTA"

SUIT_MASK = 0xFF
RANK_POINTS = (0, 0, 0, 2, 3, 4, 10, 11)

JACK, QUEEN, KING, TEN, ACE = (RANKS.index(rank) for rank in "JQKTA")

_NAMES = tuple(rank + suit for suit in SUITS for rank in RANKS)
_SYMBOL_NAMES = tuple(rank + symbol for symbol in SYMBOLS for rank in RANKS)

# The strict spelling, looked up whole: nearly everything a program writes is read by this table alone.
STRICT: dict[str, int | None] = {name: card for card, name in enumerate(_NAMES)} | {"?": None}

# The same as sets of one card; an unknown one adds nothing.
STRICT_BITS = {name: 0 if card is None else 1 << card for name, card in STRICT.items()}

# Shown from the highest card of the first suit down, as a hand is held.
_DISPLAY = tuple(suit * 8 + rank for suit in range(4) for rank in reversed(range(8)))

_SUIT_LETTERS = {letter: suit for letters in (SUITS, SYMBOLS, "♤♡♢♧") for suit, letter in enumerate(letters)}
_RANK_LETTERS = {letter: rank for rank, letter in enumerate(RANKS)}
# Emoji variation selectors: they follow a suit symbol that was copied from a chat or a telephone.
_DROPPED = dict.fromkeys(map(ord, "\ufe0e\ufe0f"))
_SEPARATORS = dict.fromkeys(map(ord, ",;"), " ")

# The card points of one suit's eight bits; a mask's points are four look-ups.
_SUIT_POINTS = tuple(
    sum(points for rank, points in enumerate(RANK_POINTS) if byte >> rank & 1) for byte in range(256)
)

HOW_TO = "write a card as rank and suit, such as AH or TD (ranks A T K Q J 9 8 7, suits S H D C)"


def parse_cards(text: str) -> list[int | None]:
    """Read cards as people write them; ``None`` stands for each ``?``.

    Understood besides the strict ``AH TD``: lower case, ``10`` for ``T``, suit symbols, the suit first
    (``♥A``), grouped by suit (``♥AKQ ♠AT``, ``H:AKQ S:AT``), with spaces or commas between.

    Raises:
        ValueError: the text is not cards; the message quotes the part and says how a card is written.
    """
    try:
        return [STRICT[word] for word in text.split()]
    except KeyError:
        return _read_patiently(text)


def parse_card(text: str) -> int:
    """Read exactly one known card.

    Raises:
        ValueError: not a card, not known (``?``), or more than one.
    """
    cards = parse_cards(text)
    if len(cards) != 1 or cards[0] is None:
        raise ValueError(f"{quoted(text)} is not one card; {HOW_TO}")
    return cards[0]


def parse_suit(text: str) -> int:
    """Read a suit: a letter of ``SHDC`` or a symbol.

    Raises:
        ValueError: the text is no suit.
    """
    suit = _SUIT_LETTERS.get(text)
    if suit is None:
        suit = _SUIT_LETTERS.get(_normal(text))
    if suit is None:
        raise ValueError(f"{quoted(text)} is no suit; the suits are S H D C (♠ ♥ ♦ ♣)")
    return suit


def _normal(text: str) -> str:
    return text.translate(_DROPPED).strip().upper()


def _read_patiently(text: str) -> list[int | None]:
    """Read every spelling but the strict one, which the caller has tried."""
    cards: list[int | None] = []
    open_suit: int | None = None  # of "H: A K Q", a suit standing alone before its ranks
    alone = ""  # that suit as it was written, until its first rank
    for word in (_normal(text).translate(_SEPARATORS).replace("10", "T") + " .").split():
        if open_suit is not None and word.strip(RANKS) == "":
            cards += [open_suit * 8 + _RANK_LETTERS[letter] for letter in word]
            alone = ""
            continue
        if alone:
            raise ValueError(f"{quoted(alone)} is a suit without a card; {HOW_TO}")
        open_suit = None
        if word.strip("?") == "":
            cards += [None] * len(word)
        elif word[0] in _SUIT_LETTERS:
            open_suit = _read_groups(word, cards)
            alone = word if open_suit is not None else ""
        elif word != ".":
            _read_rank_first(word, cards)
    return cards


def _read_groups(word: str, cards: list[int | None]) -> int | None:
    """Append the cards of ``♥AKQ♠AT``; return the suit when the word is a suit alone, to be continued."""
    suit = 0
    alone = False
    for position, letter in enumerate(word):
        if letter in _SUIT_LETTERS:
            if alone:
                raise ValueError(f"{quoted(word)} is no card; {HOW_TO}")
            suit, alone = _SUIT_LETTERS[letter], True
        elif letter in _RANK_LETTERS:
            cards.append(suit * 8 + _RANK_LETTERS[letter])
            alone = False
        elif letter != ":" or word[position - 1] not in _SUIT_LETTERS:
            raise ValueError(f"{quoted(word)} is no card: {letter} is no rank; {HOW_TO}")
    return suit if alone else None


def _read_rank_first(word: str, cards: list[int | None]) -> None:
    """Append the cards of ``AH``, or of several written together, ``AHTD``."""
    for rank, suit in zip(word[::2], word[1::2] + " " * (len(word) % 2), strict=True):
        if rank not in _RANK_LETTERS:
            raise ValueError(f"{quoted(word)} is no card: {rank} is no rank; {HOW_TO}")
        if suit not in _SUIT_LETTERS:
            wrong = f"{suit} is no suit" if suit != " " else "the suit is missing"
            raise ValueError(f"{quoted(word)} is no card: {wrong}; {HOW_TO}")
        cards.append(_SUIT_LETTERS[suit] * 8 + _RANK_LETTERS[rank])


def card_name(card: int) -> str:
    """The strict spelling of a card: ``AH``."""
    return _NAMES[card]


def card_symbol(card: int) -> str:
    """The spelling for tables: ``A♥``."""
    return _SYMBOL_NAMES[card]


def cards_of(mask: int) -> Iterator[int]:
    """The cards of a set as a hand is held: by suit in the order S H D C, the highest first."""
    return (card for card in _DISPLAY if mask >> card & 1)


def mask_of(cards: Iterable[int]) -> int:
    """The set of these cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_text(mask: int, unknown: int = 0, *, symbols: bool = False) -> str:
    """A set of cards in writing, ``AH TH TD ? ?``, with so many unknown cards at its end.

    ``symbols`` writes ``A♥`` for people instead of the strict ``AH``.
    """
    names = _SYMBOL_NAMES if symbols else _NAMES
    return " ".join([names[card] for card in _DISPLAY if mask >> card & 1] + ["?"] * unknown)


def card_points(mask: int) -> int:
    """The card points of a set: ace 11, ten 10, king 4, queen 3, jack 2, the others nothing."""
    return (
        _SUIT_POINTS[mask & 255]
        + _SUIT_POINTS[mask >> 8 & 255]
        + _SUIT_POINTS[mask >> 16 & 255]
        + _SUIT_POINTS[mask >> 24]
    )


def suit_cards(suit: int) -> int:
    """Every card of a suit, the eight and the seven included."""
    return SUIT_MASK << suit * 8
