/* The places of a board that can be tapped, were chosen, or are what a verdict is about. */
"use strict";

function boxOf(xy) {
  const [x, y] = [[], []];
  xy.forEach((value, i) => (i % 2 ? y : x).push(value));
  const [left, top] = [Math.min(...x), Math.min(...y)];
  const [width, height] = [Math.max(...x) - left, Math.max(...y) - top];
  return { x: left + width / 2, y: top + height / 2, size: Math.min(width, height) };
}

function drawSpots(board, file) {
  const holder = byId("board-spots");
  const text = JSON.stringify([board, state.language, state.joined]);
  if (!holder || holder.dataset.drawn === text) return;
  holder.dataset.drawn = text;
  const outlines = new Map(file.spots.map((spot) => [spot.id, spot.xy_mm]));
  const focused = document.activeElement && document.activeElement.getAttribute("data-spot");
  holder.replaceChildren(...board.spots.filter((spot) => outlines.has(spot.id))
    .map((spot) => drawSpot(board, spot, outlines.get(spot.id))));
  const again = focused && [...holder.children]
    .find((node) => node.getAttribute("data-spot") === focused);
  if (again) again.focus({ preventScroll: true });
}

/* Open: dashed outline and a diamond; chosen: a tick; marked: a double outline. */
function drawSpot(board, spot, xy) {
  const box = boxOf(xy);
  const sign = Math.max(1.2, Math.min(5, box.size / 4));
  const outline = () => vector("polygon", { points: points(xy) });
  const open = spot.state === "open" && state.joined;
  const made = vector("g", { class: `spot ${spot.state}`, "data-spot": spot.id });
  const label = say(spot.label);
  if (open) {
    made.setAttribute("role", "button");
    made.setAttribute("tabindex", "0");
    made.setAttribute("aria-label", label);
    const choose = () => post(board.post, spot.body, null);
    made.addEventListener("click", (event) => { event.stopPropagation(); tapSpot(event, box, choose); });
    made.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      choose();
    });
  } else {
    const names = WORDS.spot[spot.state];
    made.setAttribute("role", "img");
    made.setAttribute("aria-label",
      names ? `${label}: ${names[LANGUAGES.indexOf(state.language)]}` : label);
  }
  made.append(outline());
  if (spot.state === "marked") {
    const inner = outline();
    inner.setAttribute("class", "inner");
    made.append(inner);
  } else {
    const { x, y } = box;
    const d = spot.state === "open"
      ? `M${x} ${y - sign} ${x + sign} ${y} ${x} ${y + sign} ${x - sign} ${y}z`
      : `M${x - sign} ${y} ${x - sign / 3} ${y + sign * 0.7} ${x + sign} ${y - sign * 0.8}`;
    made.append(vector("path", { class: "sign", d }));
  }
  return made;
}
