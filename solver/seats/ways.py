"""In how many ways unknown cards can be dealt to seats that each want so many, and each way by its number."""

Slots = tuple[int, ...]


class Ways:
    """Every way to give each of the ``unseen`` cards to a seat; the cards a seat lacks go elsewhere.

    Counted from the last card back: so many ways there are to deal the cards from one on, with so many places
    left in each hand. A number then picks the seat of each card in turn, the first seats coming first.
    """

    def __init__(self, unseen: int, hidden: Slots, lacking: tuple[int, ...]) -> None:
        """``hidden`` says how many unknown cards each seat holds, ``lacking`` the set it does not."""
        self._cards = [card for card in range(32) if unseen >> card & 1]
        self._lacking = lacking
        self._hidden = hidden
        # after[i]: ways to deal the cards from the i-th on, by the places left.
        self._after: list[dict[Slots, int]] = [{} for _ in self._cards] + [{(0,) * len(hidden): 1}]
        for place in reversed(range(len(self._cards))):
            counts = self._after[place]
            for slots, ways in self._after[place + 1].items():
                for seat in self._holders(place):
                    before = (*slots[:seat], slots[seat] + 1, *slots[seat + 1 :])
                    if before[seat] <= hidden[seat]:
                        counts[before] = counts.get(before, 0) + ways
        self.count = self._after[0].get(hidden, 0)
        """How many there are."""

    def _holders(self, place: int) -> list[int]:
        """The seats that can hold the card at this place."""
        card = self._cards[place]
        return [seat for seat, cards in enumerate(self._lacking) if not cards >> card & 1]

    def at(self, number: int) -> tuple[int, ...]:
        """The unknown cards of each seat, as sets, in the way with this number from 0 on."""
        slots = self._hidden
        hands = [0] * len(slots)
        for place, card in enumerate(self._cards):
            for seat in self._holders(place):
                rest = (*slots[:seat], slots[seat] - 1, *slots[seat + 1 :])
                ways = self._after[place + 1].get(rest, 0)
                if number < ways:
                    hands[seat] |= 1 << card
                    slots = rest
                    break
                number -= ways
        return tuple(hands)
