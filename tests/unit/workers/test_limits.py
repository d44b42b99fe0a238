"""Limits of time: whoever does not come back is interrupted, and other alarms go on."""

import signal
import time

import pytest

from workers.limits import Late, time_limit


def test_a_block_that_never_ends_is_interrupted():
    began = time.monotonic()

    with pytest.raises(Late), time_limit(0.05):
        while True:
            pass

    assert time.monotonic() - began < 5


def test_who_catches_every_exception_is_interrupted_all_the_same():
    with pytest.raises(Late), time_limit(0.05):
        while True:
            try:
                time.sleep(1)
            except Exception:
                continue


def test_a_block_in_time_is_left_alone():
    with time_limit(0.05):
        pass

    time.sleep(0.1)


def test_an_earlier_alarm_goes_on_behind_it():
    rung = []
    before = signal.signal(signal.SIGALRM, lambda *_: rung.append(True))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with time_limit(5):
            pass
        remaining, _ = signal.getitimer(signal.ITIMER_REAL)
        assert 0 < remaining <= 0.2
        time.sleep(0.3)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

    assert rung == [True]
