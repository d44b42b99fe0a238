"""One table for all figures, printed at the end."""

import os

import pytest

from tests.bench.sheet import Sheet, calibration


@pytest.fixture(scope="session")
def sheet():
    found = Sheet()
    found.add(
        "This machine", "plain Python, million rounds per second", calibration(), "divide by it to compare machines"
    )
    found.add("This machine", "processors", os.cpu_count() or 1)
    found.add(
        "This machine", "load average at the beginning", os.getloadavg()[0], "others take part of what is measured"
    )
    yield found
    print(f"\n{found.text()}\n")
