"""What never changes: terrains, crops, pieces, ratings, limits of the land, names for display.

Source: rules, sections 2, 3, 8, 14.4 and 15.1, and the tables of their data file.
"""

from typing import NamedTuple

TERRAINS = ("swamp", "desert", "mountain", "forest")
"""The position of a terrain in this tuple is its number everywhere. Source: rules, section 14.2."""

LETTERS = "sdmf"
"""One letter per terrain, for the text of a land."""

CROPS = (1, 2, 3, 4, 5)
CROP_NAMES = {1: "sweet_potato", 2: "coca_leaf", 3: "chili", 4: "maize", 5: "quinoa"}
CROP_COLOURS = {1: "brown", 2: "green", 3: "red", 4: "yellow", 5: "purple"}
CROP_TOKENS = {1: 13, 2: 12, 3: 12, 4: 10, 5: 10}
"""Tokens in the box. Source: rules, section 2."""

PUBLISHED_TERRAINS = {
    "swamp": ("mud", "earth", "valley"),
    "desert": ("sand", "desert"),
    "mountain": ("rock", "mountain"),
    "forest": ("grass", "forest"),
}
ROW_ALIASES = {"A": "condor", "B": "lizard", "C": "llama", "D": "snake", "E": "turtle"}
COLUMN_ALIASES = {
    "1": "water", "2": "leaf", "3": "mountain", "4": "fire", "5": "sun",
    "6": "rainbow", "7": "cloud", "8": "moon", "9": "star",
}  # fmt: skip

EXPLORERS = {1: 5, 2: 5, 3: 4, 4: 3}
"""Explorers of each seat by number of seats. Source: rules, section 2."""

CUBES_PER_TERRAIN = 16
CUBE_LIMIT = 4
"""Cubes that one seat may own. Source: rules, section 8.2."""

TOP_LEVEL = 8
"""The last level of a diversity scale. Source: rules, section 11."""

RATINGS = {
    "long": ((120, "pachamamas_chosen"), (80, "master_farmer"), (40, "farmer")),
    "short": ((75, "pachamamas_chosen"), (50, "master_farmer"), (25, "farmer")),
}
"""The least total for each rating, best first. Source: rules, section 15.1."""

LOWEST_RATING = "wanderer"


class Limits(NamedTuple):
    """Bounds of a generated land, each `(least, most)`. Source: rules, section 14.4."""

    regions: tuple[int, int]
    single_cell_regions: int
    cells_per_terrain: tuple[int, int]
    starting_tiles: tuple[int, int]


LIMITS = {
    "long": Limits((10, 13), 2, (8, 15), (6, 10)),
    "short": Limits((6, 8), 1, (4, 9), (3, 6)),
}

FALLBACK = {
    "long": (
        "s1f3f2f1d2d1d4s1s4/s2f4f5m3d5d3s2s3s5/s3d1d2m4m2m1f5f1f2/s4m5d3f1s3f4f3d4d3/m3m1m2m4s2s1d5d2d1",
        ("A9", "B7", "B8", "E5", "E7", "E8"),
    ),
    "short": ("d3d2d1m4m1/d4f5f3m5m3/f1f2s1m2f1/d3f4s3s5s4/d2d1s2m1m2", ("A3", "A4", "B1", "C2", "D4")),
}
"""Text and starting tiles of the lands that stand in if generation fails. Source: rules, section 14.3."""


def rating_of(size: str, total: int) -> str:
    """Return the rating of a solo or common total. Source: rules, section 15.1."""
    return next((name for least, name in RATINGS[size] if total >= least), LOWEST_RATING)
