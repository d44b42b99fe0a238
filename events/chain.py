"""The chain of a log: hashes, digests.

`hash` covers the canonical commit without `hash` and without any `secret`, as stored; so a redacted log
has the same hashes as the full one. `digest` vouches for the position after a commit, and is of no use
to anybody who does not know the seed.
"""

import hashlib
import hmac
from typing import Any

from domain.core.plain import canonical, freeze
from events.commit import Commit


def without_secrets(data: Any) -> Any:
    """Return plain data without any member called `secret`, at whatever depth."""
    if isinstance(data, dict):
        return {key: without_secrets(value) for key, value in data.items() if key != "secret"}
    return [without_secrets(item) for item in data] if isinstance(data, list) else data


def commit_hash(commit: Commit) -> str:
    """Return the hash of a commit, in hex, from all its members but `hash`, which may be missing."""
    hashed = {key: value for key, value in commit.items() if key != "hash"}
    return hashlib.sha256(canonical(without_secrets(hashed))).hexdigest()


def digest(seed: bytes, version: int, plain_state: Any) -> str:
    """Return the digest of a position in its plain form (None before the start), in hex.

    It is HMAC-SHA256(HMAC-SHA256(seed, "digest"), canonical [version, state]).
    """
    key = hmac.digest(seed, b"digest", "sha256")
    return hmac.new(key, canonical([version, plain_state]), "sha256").hexdigest()


def state_digest(seed: bytes, version: int, state: object | None) -> str:
    """Return the digest of a state object, or of None before the start."""
    return digest(seed, version, None if state is None else freeze(state))
