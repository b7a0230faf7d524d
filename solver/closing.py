"""May the stock be closed, and if not, why not?"""

from .cards import card_name
from .position import Position


def closing_forbidden(position: Position) -> str | None:
    """Why I cannot close here, naming the rule and what it says; ``None`` if I can."""
    rules, deal = position.rules, position.deal
    if rules.hands > 2:
        return f"players = {rules.players}: there is no stock to close where {rules.hands} hold cards"
    least = rules.close_min_stock
    if not least:
        return "close_min_stock = 0: under these rules the stock is never closed"
    if deal.closer >= 0:
        return f"closed: {'the opponent has' if deal.closer else 'I have'} closed the stock already"
    if not deal.stock:
        return "stock: it is used up, and only a stock with cards in it can be closed"
    if deal.turn:
        return "turn: the opponent is to act, and only the player on lead may close"
    if deal.led >= 0:
        return f"led: {card_name(deal.led)} must be answered first, only the player on lead may close"
    if len(deal.stock) < least:
        return (
            f"close_min_stock = {least}: at least {least} cards must be in the stock, the face-up trump "
            f"counted, and there are {len(deal.stock)}"
        )
    if rules.close_needs_trick and not deal.tricks[0]:
        return "close_needs_trick = true: only who has won a trick in this deal may close, and I have none"
    if not deal.drawn and not rules.close_before_draw:
        return "close_before_draw = false: the winner of a trick draws before he may close, so draw first"
    return None
