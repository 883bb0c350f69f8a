"""What was learnt, put together as the descriptions of an edition folder."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.board import PointMm, Tag
from companion.errors import InputError
from companion.flow import Sentence
from companion.places import Family, Place
from companion.prints import BoardPrint, Prints
from companion.teaching.placing import (
    Affine,
    fitted,
    grid_places,
    laid,
    laid_dish,
    middle_of,
    stretched,
)
from companion.teaching.plan import BoardPlan, TeachPlan

# A piece that measures so near to the described size has it: walls and shadows make it larger.
SAME_SIZE, SAME_MM = 0.035, 0.5


@dataclass(frozen=True, slots=True)
class Learnt:
    """A board that was found: its size, its markers, and what handles say in board mm.

    `snap` moves places that were laid by the handles onto their printed outlines.
    """

    size_mm: tuple[float, float]
    tags: tuple[Tag, ...]
    handles: Mapping[str, PointMm]
    moved: Mapping[str, PointMm]
    snap: Affine | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """The places over one board: the map that laid them, how far handles are off it."""

    places: tuple[Place, ...]
    map: Affine
    off_mm: float


def board_print(prints: Prints, name: str, copy: int) -> BoardPrint:
    """A board of the game; raises InputError naming those that there are."""
    found = next((board for board in prints.boards if board.name == name), None)
    if found is None:
        known = ", ".join(board.name for board in prints.boards)
        raise InputError(
            Sentence(
                "teach_no_board",
                "the game has no board called '{name}'; its boards are {known}",
                name=name,
                known=known,
            )
        )
    if not 1 <= copy <= found.count:
        raise InputError(
            Sentence(
                "teach_copies",
                "the game has {count} of {name}, so copy is 1 to {count}",
                count=str(found.count),
                name=name,
            )
        )
    return found


def placed(plan: TeachPlan, prints: Prints, own: BoardPlan, learnt: Mapping[str, Learnt]) -> Placed:
    """Lay the places over a board; `learnt` by the boards' keys.

    Raises InputError when a handle names no place, or the places do not fit.
    """
    here = learnt[own.key]
    source = _like(plan, own) or own
    there = learnt.get(source.key)
    if there is None:
        raise InputError(
            Sentence(
                "teach_like_first",
                "{board} {copy} is like {like}, which has to be learnt first",
                board=own.board,
                copy=str(own.copy),
                like=own.like,
            )
        )
    original = board_print(prints, source.board, source.copy)
    if source.grid is None:
        places, from_mm = original.places, original.drawing.size_mm
    else:
        places, from_mm = grid_places(source.grid, there.size_mm), there.size_mm
    start = stretched(from_mm, there.size_mm, source.mirror)
    middles = {place.name: middle_of(place.outline_mm) for place in places}
    _known(middles, [*there.handles, *there.moved, *source.left_out], source)
    pairs = [(middles[name], at) for name, at in there.handles.items()]
    fit = fitted(start, pairs)
    across, down = source.nudge_mm
    whole = Affine(1, 0, across, 0, 1, down).after(fit.map)
    if there.snap is not None:
        whole = there.snap.after(whole)
    result = laid(places, whole, there.moved, source.left_out)
    if source is not own:
        onto = stretched(there.size_mm, here.size_mm, mirror=False)
        across, down = own.nudge_mm
        onto = Affine(1, 0, across, 0, 1, down).after(onto)
        result, whole = laid(result, onto, {}), onto.after(whole)
    return Placed(_inside(result, here.size_mm, own), whole, fit.off_mm)


def _like(plan: TeachPlan, own: BoardPlan) -> BoardPlan | None:
    if not own.like:
        return None
    for other in plan.board:
        if other is not own and own.like in (other.board, f"{other.board} {other.copy}", other.key):
            return other
    raise InputError(
        Sentence(
            "teach_like_none",
            "{board} {copy} is like '{like}', which is no board of the plan",
            board=own.board,
            copy=str(own.copy),
            like=own.like,
        )
    )


def _known(middles: Mapping[str, PointMm], names: Sequence[str], own: BoardPlan) -> None:
    for name in names:
        if name not in middles:
            raise InputError(
                Sentence(
                    "teach_no_place",
                    "{board} has no place called '{name}'; its places are {known} ...",
                    board=own.board,
                    name=name,
                    known=", ".join(list(middles)[:8]),
                )
            )


def _inside(
    places: tuple[Place, ...], size_mm: tuple[float, float], own: BoardPlan
) -> tuple[Place, ...]:
    """The places, when all lie on the board; a millimetre over its edge is cut off."""
    for place in places:
        x, y = middle_of(place.outline_mm)
        if not (0 <= x <= size_mm[0] and 0 <= y <= size_mm[1]):
            raise InputError(
                Sentence(
                    "teach_off_board",
                    "place {place} lies off the board {board}; move the handles, or leave it out",
                    place=place.name,
                    board=own.board,
                )
            )
    return tuple(
        replace(
            place,
            outline_mm=tuple(
                (min(max(x, 0.0), size_mm[0]), min(max(y, 0.0), size_mm[1]))
                for x, y in place.outline_mm
            ),
        )
        for place in places
    )


def own_families(
    prints: Prints, taught: Mapping[str, Mapping[str, float]], plan: TeachPlan
) -> tuple[Family, ...]:
    """The game's families with the kinds that were taught, in the size that they have.

    `taught` has for each family each kind's measured size beside the described one.
    """
    made = []
    for family in prints.families:
        if family.name in plan.borrow:
            made.append(family)
            continue
        own = taught.get(family.name, {})
        kinds = tuple(kind for kind in family.kinds if kind in own)
        if not kinds:
            continue
        said = plan.family.get(family.name)
        scale = (
            said.scale if said is not None and said.scale else family_scale(family, own.values())
        )
        thickness = thickness_of(family, plan)
        outline = tuple((x * scale, y * scale) for x, y in family.outline_mm)
        made.append(replace(family, kinds=kinds, outline_mm=outline, thickness_mm=thickness))
    names = {family.name for family in made}
    return tuple(
        replace(family, lies_on=tuple(name for name in family.lies_on if name in names))
        for family in made
    )


def thickness_of(family: Family, plan: TeachPlan) -> float:
    """How thick a family's pieces are, as the plan or else the game says."""
    said = plan.family.get(family.name)
    return said.thickness_mm if said is not None and said.thickness_mm else family.thickness_mm


def family_scale(family: Family, scales: Iterable[float]) -> float:
    """The size of a family's pieces beside the described one, from all that were measured."""
    middle = statistics.median(scales)
    reach_mm = min(math.hypot(x, y) for x, y in family.outline_mm)
    same = abs(middle - 1) < max(SAME_SIZE, SAME_MM / reach_mm)
    return 1.0 if same else float(middle)


def own_prints(
    prints: Prints,
    plan: TeachPlan,
    own: BoardPlan,
    learnt: Mapping[str, Learnt],
    families: tuple[Family, ...],
) -> tuple[Prints, BoardPrint]:
    """The game's prints as if this copy were printed, for `description_of`.

    Places on which none of the taught families may lie are left out.
    """
    original = board_print(prints, own.board, own.copy)
    over, here = placed(plan, prints, own, learnt), learnt[own.key]
    names = {family.name for family in families}
    places = tuple(
        replace(place, families=kept)
        for place in over.places
        if (kept := tuple(name for name in place.families if name in names))
    )
    dish = None if original.dish is None else laid_dish(original.dish, over.map)
    drawing = replace(original.drawing, size_mm=here.size_mm, shapes=())
    board = replace(original, drawing=drawing, tags=(here.tags,), places=places, dish=dish)
    return replace(prints, dictionary=plan.dictionary, families=families, boards=(board,)), board


def files_of(plan: TeachPlan, prints: Prints) -> dict[str, str]:
    """What each board's description is called, by its key: as `companion sheets` calls it."""
    files = {}
    for own in plan.board:
        several = board_print(prints, own.board, own.copy).count > 1
        name = own.board.replace(" ", "-")
        files[own.key] = f"{name}-{own.copy}.toml" if several else f"{name}.toml"
    return files
