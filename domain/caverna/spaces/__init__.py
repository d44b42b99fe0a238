"""The action spaces and round cards, by board and stage."""

from domain.caverna.spaces import any_number, cards_early, cards_late, five, four_to_seven, one_to_three, six_and_seven

BOARDS = (any_number, one_to_three, four_to_seven, five, six_and_seven, cards_early, cards_late)
