"""Forms of a page as plain data: what is chosen and typed before it is sent."""

from __future__ import annotations

from dataclasses import dataclass

from companion.display.text import Text


@dataclass(frozen=True, slots=True)
class Option:
    """One value that a choice may have."""

    value: str | tuple[str, ...]
    label: Text


@dataclass(frozen=True, slots=True)
class Choice:
    """A field of a form: its name, its present value and what else it may be."""

    name: str
    label: Text
    value: str | tuple[str, ...]
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class TextField:
    """A field of a form that is typed into; `lines` is how tall it is."""

    name: str
    label: Text
    value: str = ""
    lines: int = 1


@dataclass(frozen=True, slots=True)
class FormPart:
    """What few want of a form, folded away under a label: choices, each said in full, and fields.

    `hint` says what the fields are for, `example` shows what may be typed.
    """

    label: Text
    choices: tuple[Choice, ...] = ()
    fields: tuple[TextField, ...] = ()
    hint: Text | None = None
    example: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """Choices that are sent together: posts `{key: {name: value, ...}}` to the path `post`.

    With an empty `key` the choices themselves are the body.  A name with a dot, `part.name`,
    goes into a part of its own.  The moment is added as for actions.  `parts` stand behind the
    others.
    """

    label: Text
    post: str
    key: str
    choices: tuple[Choice, ...] = ()
    fields: tuple[TextField, ...] = ()
    parts: tuple[FormPart, ...] = ()
