"""Names of corners and sides, and how they touch."""

import pytest

from domain.core.hexes import (
    DIRECTIONS,
    corners,
    edges_of_vertex,
    ends_of_edge,
    hex_id,
    hexes_of_edge,
    hexes_of_vertex,
    neighbours_of_vertex,
    sides,
    split,
)

PATCH = [(q, r) for q in range(-3, 4) for r in range(-3, 4)]


def test_each_corner_has_one_name_and_knows_its_three_hexes():
    for place in PATCH:
        for vertex in corners(place).values():
            assert place in hexes_of_vertex(vertex)
            assert all(vertex in corners(other).values() for other in hexes_of_vertex(vertex))
            assert 3 == len(set(hexes_of_vertex(vertex)))


def test_each_side_has_one_name_and_knows_its_two_hexes():
    for q, r in PATCH:
        for direction, edge in sides((q, r)).items():
            dq, dr = DIRECTIONS[direction]
            assert {(q, r), (q + dq, r + dr)} == set(hexes_of_edge(edge))
            assert edge in sides((q + dq, r + dr)).values()


def test_corners_and_sides_agree_with_each_other():
    for place in PATCH:
        assert set(corners(place).values()) == {end for edge in sides(place).values() for end in ends_of_edge(edge)}
        for vertex in corners(place).values():
            edges = edges_of_vertex(vertex)
            far = {end for edge in edges for end in ends_of_edge(edge)} - {vertex}
            assert all(vertex in ends_of_edge(edge) for edge in edges)
            assert set(neighbours_of_vertex(vertex)) == far and 3 == len(far)


def test_names():
    assert "-2,1" == hex_id((-2, 1))
    assert (-2, 1, "SE") == split("-2,1,SE")
    with pytest.raises(ValueError, match="unpack"):
        split("1,2")
