"""What can be wrong with a log, apart from the store that holds it."""


class LogError(Exception):
    """A log, or one commit of it, that this program cannot take as it is; `version` says where."""

    def __init__(self, message: str, version: int | None = None) -> None:
        super().__init__(message if version is None else f"version {version}: {message}")
        self.message = message
        self.version = version


class MalformedCommit(LogError):
    """A commit whose shape is not one of ours: an unknown type, a missing or a superfluous member."""


class UnknownShape(MalformedCommit):
    """A commit written in a shape (`v`) that this release does not know."""


class CannotFold(LogError):
    """A log that this program cannot turn into a position; it must not append to it either."""


class UnknownRules(CannotFold):
    """The log belongs to a game, or to a revision of its rules, that this program does not have."""


class DivergedLog(CannotFold):
    """Folding gave another position than the one the log vouches for, first at `version`."""
