"""The generator `tiwanaku-board-v1`: golden lands bit for bit, random numbers, properties, fallback.

Source of the golden lands and vectors: the data file of the rules, `generator`.
"""

import sys

import pytest

from domain.tiwanaku.board import BOARDS
from domain.tiwanaku.filling import CropSearch
from domain.tiwanaku.land.generator import MAX_ATTEMPTS, generate, make_attempt, stream_state
from domain.tiwanaku.land.inference import assign, close, counted, first_planes, tangle_of
from domain.tiwanaku.land.splitmix import SplitMix
from domain.tiwanaku.land.text import broken_laws, commitment, read_land, regions_of
from domain.tiwanaku.material import CROP_TOKENS, FALLBACK, LIMITS

GOLDEN = [
    ("short", 1, 6, "A3 A4 B1 C2 D4", "d3d2d1m4m1/d4f5f3m5m3/f1f2s1m2f1/d3f4s3s5s4/d2d1s2m1m2"),
    ("short", 2, 56, "A1 A2 B5 D4 D5", "s3s1m3m1m2/s2d5d2d4s3/m4d1d3s1s2/m3m2s5s4f3/m1f4f1f2f5"),
    ("short", 3, 3, "B1 B5 E2", "m1s2s1d2d1/m5m4m3d4d5/m2f1s2s1d3/f3f4s3f4f2/f2m1m2f1f3"),
    ("short", 4, 15, "B5 D1 D5 E5", "d3d2m3m4m1/f1d4d1d5m2/f2s3s2s4s1/f5f4s5f3f2/f3m1m2f1f4"),
    ("short", 5, 7, "B3 D1 E3", "f1f2d1s2s1/s5d3d4s3s4/s4m1d2d5f1/s2m5m3m4m2/s3s1f2f1f3"),
    ("long", 1, 74, "A9 B7 B8 E5 E7 E8",
     "s1f3f2f1d2d1d4s1s4/s2f4f5m3d5d3s2s3s5/s3d1d2m4m2m1f5f1f2/s4m5d3f1s3f4f3d4d3/m3m1m2m4s2s1d5d2d1"),
    ("long", 2, 257, "A8 B2 B8 C1 D1 E7",
     "d1d4s1s4s2d3f1f3f2/m2d3d2s3d1d4d2d5f4/m1f5m1m4m2m5m3s1s2/f4f2s3s5f3f1f2f4s3/f3f1s4s1s2m4m3m1m2"),
    ("long", 3, 2, "A5 A8 C6 D6 D9 E3",
     "s1f3f2f1d2m1m2f5f3/s2s4d5d3d4m3s4f1f4/s3m1f2d1s5s1s2s3f2/d2m4f5f4m2m4m5d1d4/d1m3m2f1f3m1m3d2d3"),
]  # fmt: skip


@pytest.mark.parametrize(("size", "seed", "attempt", "start", "text"), GOLDEN)
def test_golden_lands_come_out_bit_for_bit(size, seed, attempt, start, text):
    made = generate(size, str(seed))

    assert (attempt, text) == (made.attempt, made.land.text())
    assert start == " ".join(BOARDS[size].listed(sum(1 << cell for cell in made.start)))


def test_random_numbers_follow_the_vectors():
    rng = SplitMix(0)
    stream = SplitMix(stream_state("short", "1", 0))

    assert [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F] == [rng.next() for _ in range(3)]
    assert stream.state == 0xA5BFC1694C9A7E0C
    assert [1, 16, 3, 14, 11] == [stream.below(25) for _ in range(5)]


@pytest.mark.parametrize("size", BOARDS)
@pytest.mark.parametrize("seed", range(6))
def test_every_land_has_the_promised_properties(size, seed):
    board, limits = BOARDS[size], LIMITS[size]
    made = generate(size, f"property {seed}")
    land = made.land
    regions = regions_of(board, land.terrain)
    sizes = [region.bit_count() for region in regions]

    assert [] == broken_laws(board, land.terrain, land.crops)
    assert limits.regions[0] <= len(regions) <= limits.regions[1]
    assert sizes.count(1) <= limits.single_cell_regions
    assert all(limits.cells_per_terrain[0] <= land.terrain.count(n) <= limits.cells_per_terrain[1] for n in range(4))
    assert limits.starting_tiles[0] <= len(made.start) <= limits.starting_tiles[1]
    assert all(land.crops.count(crop) <= tokens for crop, tokens in CROP_TOKENS.items())


@pytest.mark.parametrize("size", BOARDS)
@pytest.mark.parametrize("seed", range(12))
def test_starting_tiles_leave_one_solution_that_follows_without_guessing(size, seed):
    """Source: rules, section 14.5, G4 and G5."""
    made = generate(size, f"unique {seed}")
    board = BOARDS[size]
    regions = regions_of(board, made.land.terrain)
    planes, found = first_planes(regions), []
    for cell in made.start:
        assign(planes, cell, made.land.crops[cell])

    CropSearch(tangle_of(board, regions), board.every).walk(planes.copy(), lambda p: found.append(p) or False)
    assert 1 == len(found)
    assert close(tangle_of(board, regions), planes, True)
    assert 0 == counted(planes)[1]


@pytest.mark.parametrize("size", BOARDS)
def test_stored_lands_stand_in_when_all_attempts_fail(size):
    made = generate(size, "whatever", attempts=0)

    assert made.attempt is None
    assert FALLBACK[size][0] == made.land.text()
    assert list(FALLBACK[size][1]) == [BOARDS[size].names[cell] for cell in made.start]
    assert [] == broken_laws(BOARDS[size], made.land.terrain, made.land.crops)


@pytest.mark.parametrize("size", BOARDS)
def test_attempts_stay_cheap_enough_for_the_bound_on_them(size):
    """The steps of as many attempts as are made at most; `make bench` says how long they take."""
    steps = [steps_of_attempt(size, attempt) for attempt in range(300)]

    assert MAX_ATTEMPTS * sum(steps) // len(steps) < 3_000_000
    assert max(steps) < 20_000


def steps_of_attempt(size, attempt):
    """Count the calls of functions that an attempt makes, on any machine the same."""
    calls = 0

    def note(frame, event, argument):
        nonlocal calls
        calls += event in ("call", "c_call")

    rng, before = SplitMix(stream_state(size, "steps", attempt)), sys.getprofile()
    sys.setprofile(note)
    try:
        make_attempt(size, rng)
    finally:
        sys.setprofile(before)
    return calls


def test_text_reads_back_and_commits_as_the_rules_say():
    text = GOLDEN[4][4]

    assert text == read_land(text).text()
    assert "8435710a7ae8c589f5fb2a7b67b7b6d39ecf6a246576e51d1d5cf12923a52f8f" == commitment("00" * 16, text)
