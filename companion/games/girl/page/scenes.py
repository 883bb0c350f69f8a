"""Everything that a seat may see, drawn: its own board first."""

from __future__ import annotations

from companion.games.girl.lying import lies
from companion.games.girl.page.land_scene import land_scene
from companion.games.girl.page.picture import picture
from companion.games.girl.page.player_scene import bag_scene, player_scene
from companion.games.girl.page.sky_scene import sky_scene
from companion.games.girl.pieces import Phase
from companion.games.girl.state import GirlState, seat_name
from companion.games.playable import Scene


def scenes(state: GirlState, seat: str | None) -> tuple[Scene, ...]:
    """The own board, the main board, the Night Sky, the other boards clockwise.

    While tiles are to be drawn, those of the own bag come first.  An edition that can't be
    drawn has no scenes; it is played by lists of choices.
    """
    art = picture(state.table.edition)
    if art is None:
        return ()
    lying, seats = lies(state), state.table.seats
    order = [seat_name(number) for number in range(seats)]
    common = (land_scene(state, art, lying), sky_scene(state, art, lying))
    if seat not in order:
        return (*common, *(player_scene(state, art, number, lying) for number in range(seats)))
    own = order.index(seat)
    drawing = state.phase is Phase.STARGAZING and not state.players[own].drawn
    bag = (bag_scene(state, art, own),) if drawing else ()
    others = ((own + step) % seats for step in range(1, seats))
    return (
        player_scene(state, art, own, lying),
        *bag,
        *common,
        *(player_scene(state, art, number, lying) for number in others),
    )
