"""Decks that are never shuffled."""

import pytest

from domain.core.bag import counts, listing, remove, size


def test_a_bag_lists_what_is_left_with_its_counts_in_its_own_order():
    bag = {"wool": 2, "ore": 0, "grain": 1}

    assert ["wool", "grain"] == listing(bag)
    assert [2, 1] == counts(bag)
    assert 3 == size(bag)


def test_a_card_that_is_gone_cannot_be_removed():
    bag = {"wool": 2}
    remove(bag, "wool", 2)

    assert {"wool": 0} == bag
    with pytest.raises(AssertionError):
        remove(bag, "wool")
