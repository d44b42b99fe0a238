"""The 48 kinds of furnishing tiles and the pre-printed dwelling, by family."""

from domain.caverna.furnishings import chambers, dwellings, food, materials, parlors, special, storages

FAMILIES = (dwellings, special, materials, food, parlors, storages, chambers)
