"""Inference and sampling: sound, in agreement with all that is known, and blind to the land itself."""

import pytest

from domain.core.game import ALL
from domain.core.rollout import playout
from domain.tiwanaku.board import BOARDS
from domain.tiwanaku.game import GAME
from domain.tiwanaku.knowledge import UNKNOWN, Knowledge, candidates, chances, groups_of, knowledge_of, layers
from domain.tiwanaku.land.generator import generate
from domain.tiwanaku.land.text import broken_laws, read_land
from domain.tiwanaku.solver import pool, sample
from tests.helpers.pairs import PAIRS
from tests.helpers.walk import SeededRng, opened, table_options

MOMENTS = [("short", 0), ("short", 30), ("short", 80), ("long", 0), ("long", 80), ("long", 150), ("long", 250)]


def moment(size, made, seed="moment"):
    """Return a random position after so many choices."""
    rng = SeededRng(f"{seed} {size} {made}")
    state = opened(GAME, 2, table_options(GAME, {"size": size}), rng).state
    playout(GAME, state, rng, limit=made)
    return state


@pytest.mark.parametrize(("size", "made"), MOMENTS)
def test_sampled_lands_agree_with_laws_and_everything_known(size, made):
    state = moment(size, made)
    known = knowledge_of(state, 0)
    board = BOARDS[size]
    for land in pool(known, 0):
        hidden = [cell for cell, terrain in enumerate(known.terrain) if terrain == UNKNOWN]

        assert [] == broken_laws(board, land.terrain, land.crops)
        assert all(known.terrain[c] in (UNKNOWN, land.terrain[c]) for c in range(board.cells))
        assert all(known.crops[c] in (0, land.crops[c]) for c in range(board.cells))
        laid = [sum(land.terrain[c] == number for c in hidden) for number in range(4)]
        strays = sum(abs(left - used) for left, used in zip(known.supply, laid, strict=True))
        assert all(used == 0 for left, used in zip(known.supply, laid, strict=True) if left == 0)
        assert strays <= len(hidden) // 2 if 2 * len(hidden) > board.cells else strays == 0


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("size", BOARDS)
def test_the_truth_is_never_excluded(size, seed):
    for made in (10, 40, 120, 240):
        state = moment(size, made, seed)
        if not state.over:
            planes = candidates(knowledge_of(state, 1))
            truth = [state.crop_at(cell) for cell in range(state.board.cells)]

            assert all(planes[crop - 1] >> cell & 1 for cell, crop in enumerate(truth))
            for group in groups_of(knowledge_of(state, 1)):
                assert group.least <= group.most <= 5


def open_land(land, start):
    """Return what is known when all terrain of a land is visible, and the crops of some cells."""
    crops = tuple(crop if cell in start else 0 for cell, crop in enumerate(land.crops))
    return Knowledge(land.size, tuple(land.terrain), crops, (0, 0, 0, 0))


def test_the_terrain_of_the_paired_lands_fits_eighty_layers_of_crops():
    """Source: rules, section 13.2, H6."""
    pair = [read_land(secret["land"]) for secret in PAIRS["tiwanaku"].secrets]
    index = BOARDS["short"].index
    found = [layers(open_land(land, [index[name] for name in ("A1", "C5", "E3")])) for land in pair]

    assert found[0] == found[1] and 80 == found[0].number
    for land in pair:
        assert all(found[0].counts[cell][crop - 1] for cell, crop in enumerate(land.crops))
    planes = candidates(open_land(pair[0], [index[name] for name in ("A1", "C5", "E3")]))
    for cell, counts in enumerate(found[0].counts):
        assert 80 == sum(counts)
        assert all(planes[crop] >> cell & 1 for crop, count in enumerate(counts) if count)


@pytest.mark.parametrize("size", BOARDS)
def test_terrain_and_starting_tiles_fit_one_layer_of_crops(size):
    """Source: rules, section 5, L5."""
    for seed in range(10):
        made = generate(size, str(seed))
        found = layers(open_land(made.land, made.start))

        assert 1 == found.number
        assert all(1 == found.counts[cell][crop - 1] for cell, crop in enumerate(made.land.crops))


def test_layers_are_not_counted_over_hidden_terrain_or_without_end():
    hidden = knowledge_of(moment("short", 0), 0)
    bare = open_land(generate("long", "3").land, [])

    assert layers(hidden) is None
    assert layers(bare, trials=20) is None
    assert layers(bare, trials=10**6).number > 1


def test_chances_count_only_what_is_possible():
    state = moment("short", 60)
    known = knowledge_of(state, 0)
    planes = candidates(known)

    for cell, counts in enumerate(chances(known, SeededRng("chances"), 20)):
        assert sum(counts) == (0 if known.terrain[cell] == UNKNOWN else 20) or sum(counts) >= 20
        assert all(planes[crop] >> cell & 1 for crop, count in enumerate(counts) if count)


def test_sampling_hangs_on_knowledge_alone():
    state = moment("short", 40)
    others = [GAME.determinize(state, 0, SeededRng(n)) for n in range(20)]
    other = next(one for one in others if one.crops != state.crops)

    assert knowledge_of(state, 0) == knowledge_of(other, 0)
    assert sample(knowledge_of(state, 0), SeededRng(1)) == sample(knowledge_of(other, 0), SeededRng(1))


def test_a_peek_is_kept_by_the_seat_that_made_it_and_unknown_to_others():
    state = moment("short", 5)
    cell = next(c for c in range(state.board.cells) if not state.planted >> c & 1)
    state.peeks[0].append(cell)

    assert state.crop_at(cell) == knowledge_of(state, 0).crops[cell]
    assert 0 == knowledge_of(state, 1).crops[cell] == knowledge_of(state, None).crops[cell]


def test_what_nobody_may_know_is_gone_from_an_imagined_position():
    state = moment("short", 40)
    imagined = GAME.determinize(state, 0, SeededRng("gone"))

    assert ("", "") == (imagined.seed, imagined.salt)
    assert state.seed and state.salt and imagined.commitment == state.commitment


def test_a_finished_game_is_known_to_all():
    state = moment("short", 5000)

    assert state.over
    assert GAME.view(state, ()) == GAME.view(GAME.determinize(state, None, SeededRng(0)), ())
    assert state.land().text() == GAME.view(state, ALL)["disc"]["land"]
