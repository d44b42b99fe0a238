"""Inference and sampling: sound, in agreement with all that is known, and blind to the land itself."""

import pytest

from domain.core.game import ALL
from domain.core.rollout import playout
from domain.tiwanaku import solver
from domain.tiwanaku.board import BOARDS
from domain.tiwanaku.game import GAME
from domain.tiwanaku.knowledge import (
    UNKNOWN,
    Contradiction,
    Knowledge,
    candidates,
    chances,
    groups_of,
    knowledge_of,
    layers,
)
from domain.tiwanaku.land.generator import generate
from domain.tiwanaku.land.text import broken_laws, read_land
from domain.tiwanaku.solver import PICKS, POOLS, WIDTH, drawn, estimate, pool
from tests.helpers.lands import stage
from tests.helpers.pairs import PAIRS
from tests.helpers.walk import SeededRng, opened, table_options

MOMENTS = [("short", 0), ("short", 30), ("short", 80), ("long", 0), ("long", 80), ("long", 150), ("long", 250)]


def moment(size, made, seed="moment"):
    """Return a random position after so many choices."""
    rng = SeededRng(f"{seed} {size} {made}")
    state = opened(GAME, 2, table_options(GAME, {"size": size}), rng).state
    playout(GAME, state, rng, limit=made)
    return state


def sample(known, rng):
    """Return a random land that agrees with what is known, as an imagined position draws it."""
    return drawn(known, rng.below(POOLS), rng.below(PICKS))


def assert_agrees(known, land):
    """Check laws, visible terrain, known crops, and that exactly the tiles left are used."""
    cells = range(known.board.cells)
    hidden = [cell for cell in cells if known.terrain[cell] == UNKNOWN]

    assert [] == broken_laws(known.board, land.terrain, land.crops)
    assert all(known.terrain[c] in (UNKNOWN, land.terrain[c]) for c in cells)
    assert all(known.crops[c] in (0, land.crops[c]) for c in cells)
    assert known.supply == tuple(sum(land.terrain[c] == number for c in hidden) for number in range(4))


@pytest.mark.parametrize(("size", "made"), MOMENTS)
def test_sampled_lands_agree_with_laws_and_everything_known(size, made):
    known = knowledge_of(moment(size, made), 0)
    for land in (*pool(known, 0), sample(known, SeededRng(made))):
        assert_agrees(known, land)


STAGES = [
    *(("short", discovered) for discovered in (0, 3, 6, 10, 15)),
    *(("long", discovered) for discovered in (0, 3, 6, 10, 15, 20, 25, 30)),
]


@pytest.mark.parametrize(("planted", "peeked"), [(0, 0), (50, 0), (30, 3)])
@pytest.mark.parametrize(("size", "discovered"), STAGES)
def test_lands_of_every_stage_use_exactly_the_tiles_left(size, discovered, planted, peeked):
    _, known = stage(size, discovered, discovered, discovered * planted // 100, peeked)
    found = pool(known, 0)

    assert len(found) <= WIDTH
    for land in found or [sample(known, SeededRng("stage"))]:
        assert_agrees(known, land)


def test_lands_of_an_unknown_board_differ():
    _, known = stage("long", "differ", 0)

    assert len({land.text() for land in pool(known, 0)}) > WIDTH // 2
    assert {land.text() for land in pool(known, 0)} != {land.text() for land in pool(known, 1)}


def test_a_pool_is_bounded_by_steps_and_a_single_land_is_found_all_the_same(monkeypatch):
    monkeypatch.setattr(solver, "STEPS", 0)
    _, known = stage("short", "hurry", 2)

    assert () == pool(known, 0)
    assert 0 == estimate(known, SeededRng("none")).samples
    assert_agrees(known, sample(known, SeededRng("patient")))
    pool.cache_clear()


def test_estimates_say_how_many_lands_they_come_from():
    _, known = stage("short", "estimate", 2)
    found = estimate(known, SeededRng("estimate"))

    assert 0 < found.samples <= WIDTH
    assert all(found.samples == sum(counts) for counts in found.crops)
    assert all(found.samples == sum(counts) for counts in found.terrains)


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


@pytest.mark.parametrize(
    ("row", "crops", "supply"),
    [
        ((0, 0, 0, 0, 0), {}, (0, 0, 0, 19)),
        ((0, 0, 0, 0, 0), {}, (1, 0, 0, 18)),
        ((0, 1, 1, 1, 1), {0: 2}, (0, 19, 0, 0)),
    ],
)
def test_groups_too_large_or_too_small_for_their_crops_contradict(row, crops, supply):
    """A group of six cells, with and without tiles left, and a closed one of one cell with a crop 2."""
    terrain = [*row, *([0] if supply[3] else [1]), *([UNKNOWN] * 19)]
    known = Knowledge("short", tuple(terrain), tuple(crops.get(cell, 0) for cell in range(25)), supply)

    with pytest.raises(Contradiction):
        candidates(known)


def known_short(tiles, crops=(), supply=(4, 4, 4, 4)):
    """Return what is known when a few tiles of a small board are visible: terrains and crops by cell."""
    terrain, shown = [UNKNOWN] * 25, [0] * 25
    for cell, number in tiles.items():
        terrain[cell] = number
    for cell, crop in dict(crops).items():
        shown[cell] = crop
    return Knowledge("short", tuple(terrain), tuple(shown), supply)


def test_tiles_that_touch_at_a_corner_are_of_one_region():
    """A1, A2 and B3 are of one terrain (L4): a 2 on B3 leaves none for A1; the region has a fourth cell at least."""
    known = known_short({0: 0, 1: 0, 7: 0}, {7: 2})

    assert not candidates(known)[1] >> 0 & 1
    assert [(4, 5)] == [(group.least, group.most) for group in groups_of(known)]


def test_a_region_grows_no_further_than_there_are_tiles():
    assert [(1, 2)] == [(group.least, group.most) for group in groups_of(known_short({12: 0}, supply=(1, 8, 8, 7)))]
    assert [(1, 4), (1, 4)] == [(g.least, g.most) for g in groups_of(known_short({10: 0, 14: 0}, supply=(2, 7, 7, 7)))]


def test_no_tile_lies_beside_a_whole_region_of_its_terrain():
    """Row A is one whole region: so C1, whose only way out is B1, is one by itself."""
    row, around = dict.fromkeys(range(5), 0), {11: 1, 15: 2}
    groups = [group for group in groups_of(known_short({**row, 10: 0, **around})) if group.terrain == 0]

    assert [(5, 5, True), (1, 1, True)] == [(group.least, group.most, group.is_whole) for group in groups]
    alone = [group for group in groups_of(known_short({10: 0, **around})) if group.terrain == 0]
    assert [(1, 5, False)] == [(group.least, group.most, group.is_whole) for group in alone]


def test_tiles_that_touch_but_cannot_be_joined_contradict():
    with pytest.raises(Contradiction):
        groups_of(known_short({0: 0, 1: 1, 5: 2, 6: 0}))


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


def test_an_imagined_land_is_drawn_at_the_first_look_beneath_the_known_and_shared_by_copies():
    state = moment("short", 12)
    imagined = GAME.determinize(state, 0, SeededRng("lazy"))
    copy = imagined.copy()

    assert GAME.view(state, (0,)) == GAME.view(imagined, (0,))
    assert knowledge_of(state, 0) == knowledge_of(imagined, 0)
    assert imagined._source is not None and copy._source is not None
    with pytest.raises(AttributeError):
        object.__getattribute__(imagined, "terrain")

    assert imagined.land() == copy.land()
    assert_agrees(knowledge_of(state, 0), imagined.land())
    assert imagined._source is None and copy._source is None


def test_nothing_of_the_true_land_is_within_reach_of_an_imagined_position():
    state = moment("short", 12)
    imagined = GAME.determinize(state, 0, SeededRng("reach"))
    ground = imagined._source

    assert ground.known == knowledge_of(state, 0) and ground._land is None
    assert {"_land", "known", "part", "pick"} == set(type(ground).__slots__)
    assert isinstance(ground.part, int) and isinstance(ground.pick, int)
    hidden = [c for c in range(25) if not state.planted >> c & 1]
    assert all(ground.crop_at(cell) is None for cell in hidden)


def test_a_finished_game_is_known_to_all():
    state = moment("short", 5000)

    assert state.over
    assert GAME.view(state, ()) == GAME.view(GAME.determinize(state, None, SeededRng(0)), ())
    assert state.land().text() == GAME.view(state, ALL)["disc"]["land"]
