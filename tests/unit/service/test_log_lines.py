"""Log lines of all processes: JSON, one a record, without what libraries tell about exceptions."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

PROGRAM = """
import logging, logging.config
from service.log_lines import configuration
logging.config.dictConfig(configuration("info", ["kancha", "rq"]))
logging.getLogger("kancha.workers").info("answered", extra={"fields": {"game": "gm_1", "seat": 2}})
logging.getLogger("rq.worker").info("job %s done", "j1")
logging.getLogger("rq.worker").error("job %s failed\\n%s", "j2", "ValueError: the hand is elf_03")
logging.getLogger("rq.worker").debug("too small")
logging.getLogger("elsewhere").info("too small")
logging.getLogger("elsewhere").warning("heard")
try:
    raise ValueError("the hand is elf_03")
except ValueError:
    logging.getLogger("rq").exception("raised")
import sys
assert not any(name.startswith("service.http") for name in sys.modules)
"""


def test_lines_are_json_and_tell_no_text_of_an_exception():
    ended = subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True, check=True)

    lines = [json.loads(line) for line in ended.stderr.splitlines()]
    assert {"level": "info", "event": "answered", "game": "gm_1", "seat": 2}.items() <= lines.pop(0).items()
    assert ["job j1 done", "job j2 failed", "heard", "raised"] == [line["event"] for line in lines]
    assert ["info", "error", "warning", "error"] == [line["level"] for line in lines]
    assert "ValueError" == lines[3]["error"]
    assert "elf_03" not in ended.stderr
