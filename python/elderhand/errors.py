"""What the package raises beside Python's own exceptions."""


class ElderhandError(Exception):
    """The base of all of them."""


class GameError(ElderhandError, ValueError):
    """There is no such game or option, or an option is out of its range."""


class ActionError(ElderhandError, ValueError):
    """An action is not legal where it was tried; nothing was changed.

    ``lane`` is the lane of the batch, ``action`` the number that was given, ``name`` the name of that action or ``None``
    if there is none. At a :class:`~elderhand.Table` ``lane`` is ``None``, and where a name was given, ``action`` is its number
    or ``None`` if there is none.
    """

    lane: int | None = None
    action: int | None = None
    name: str | None = None


class ViewError(ElderhandError, ValueError):
    """A view is not one of the game, or no position shows it."""


class RecordError(ElderhandError, ValueError):
    """A record is not one, or the rules do not allow it."""


class SavedError(ElderhandError, ValueError):
    """A saved state is not one of this environment."""


class BotError(ElderhandError, RuntimeError):
    """A bot cannot be had, does not play the game, or misbehaves."""


class EnvError(ElderhandError, RuntimeError):
    """An environment cannot be used now: it was not reset, is in use by another thread, or has lost its players."""
