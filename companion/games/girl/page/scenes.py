"""Everything that a seat may see, drawn: its own board first."""

from __future__ import annotations

from companion.games.girl.lying import lies
from companion.games.girl.page.land_scene import land_scene
from companion.games.girl.page.picture import picture
from companion.games.girl.page.player_scene import bag_scene, hand_scene, player_scene
from companion.games.girl.page.sky_scene import cast_scene, sky_scene
from companion.games.girl.pieces import Phase
from companion.games.girl.state import GirlState, seat_name
from companion.games.playable import Scene


def scenes(state: GirlState, seat: str | None) -> tuple[Scene, ...]:
    """The own board and hand, the cast, main board, Night Sky, the other boards clockwise.

    While tiles are to be drawn, the own bag is shown, too.  An edition that can't be
    drawn has no scenes; it is played by lists of choices.
    """
    art = picture(state.table.edition)
    if art is None:
        return ()
    lying, seats = lies(state), state.table.seats
    order = [seat_name(number) for number in range(seats)]
    own = order.index(seat) if seat in order else 0
    cast = (cast_scene(state, art),) if state.cast else ()
    common = (*cast, land_scene(state, art, lying), sky_scene(state, art, lying))
    if seat not in order:
        boards = (player_scene(state, art, number, lying, True) for number in range(seats))
        return (*common, *boards)
    drawing = state.phase is Phase.STARGAZING and not state.players[own].drawn
    others = ((own + step) % seats for step in range(1, seats))
    return (
        player_scene(state, art, own, lying, False),
        *((bag_scene(state, art, own),) if drawing else ()),
        hand_scene(state, art, own),
        *common,
        *(player_scene(state, art, number, lying, True) for number in others),
    )
