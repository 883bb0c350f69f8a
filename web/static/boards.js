/* Drawn boards: a strip of names, one board at a time, zoom, and places that can be tapped.
   Drawn as SVG in millimetres from a SceneFile (see /api/openapi.json). */
"use strict";

const SMALL_PX = 36; // a place that is smaller on the screen is shown larger before it is chosen
const COMFORTABLE_PX = 52;
const MOST_ZOOM = 12;
const MOST_TALL = 0.7; // of the window's height
const LEAST_TALL_PX = 200; // while a board is shown larger
const ZOOM_STEP = 1.7;
const CAPITAL_SHARE = 0.72; // of the letters' size is the height of a capital
const FILES_KEPT = 40;

const table = {
  files: new Map(), // path of a drawing to its promise
  shown: "", // id of the board that is shown
  path: "", // of the drawing that is shown
  zoom: new Map(), // by board
  file: null,
  boards: [],
  asked: "",
};

async function fetched(path) {
  const answer = await fetch(path, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

/* The parts of a drawing lie in the browser's cache after the first time. */
async function whole(path) {
  const file = await fetched(path);
  const parts = await Promise.all(file.parts.map(async (part) => [part, await fetched(part)]));
  return { ...file, drawn: parts.map(([part, { shapes }]) => ({ part, shapes })) };
}

function sceneFile(path) {
  if (!table.files.has(path)) {
    const file = whole(path);
    file.catch(() => table.files.delete(path));
    table.files.set(path, file);
    if (table.files.size > FILES_KEPT) table.files.delete(table.files.keys().next().value);
  }
  return table.files.get(path);
}

/* ---- which board ------------------------------------------------------------------------ */

const openSpots = (board) => board.spots.filter((spot) => spot.state === "open").length;

/* Another board is shown by itself only when the one that is shown has nothing to tap. */
function chosenBoard(boards) {
  const wanted = JSON.stringify(boards.map((board) => [board.id, openSpots(board)]));
  let shown = boards.find((board) => board.id === table.shown);
  if (!shown || (wanted !== table.asked && !openSpots(shown))) {
    shown = boards.find(openSpots) || shown || boards[0];
  }
  table.asked = wanted;
  table.shown = shown.id;
  return shown;
}

function drawBoards(boards) {
  const holder = byId("boards");
  holder.hidden = !boards.length;
  table.boards = boards;
  if (!boards.length) { holder.replaceChildren(); table.path = ""; return; }
  const board = chosenBoard(boards);
  if (!holder.firstChild) {
    holder.append(...frame());
    watchFingers(byId("board-view"));
  }
  part("board-names", [boards.map((each) => [each.id, each.title, openSpots(each)]), board.id],
    () => boards.map((each) => boardName(each, each === board)));
  byId("board-names").hidden = boards.length < 2;
  showBoard(board);
}

function frame() {
  return [
    element("div", { id: "board-names", class: "board-names", role: "group" }),
    element("div", { id: "board-view", class: "board-view", tabindex: "-1" }),
    element("div", { id: "board-tools", class: "board-tools" }),
    element("p", { id: "board-hint", class: "details", role: "status" }),
  ];
}

function boardName(board, shown) {
  const made = element("button", { type: "button", "aria-pressed": String(shown),
    class: shown ? "tab shown" : "tab", "data-key": `board/${board.id}`,
    onclick: () => { table.shown = board.id; drawBoards(table.boards); } },
  element("span", {}, say(board.title)));
  if (openSpots(board)) {
    made.append(element("span", { class: "can-tap", role: "img", "aria-label": word("canTap") }, "◆"));
  }
  return made;
}

async function showBoard(board) {
  let file;
  forget(board);
  try {
    file = await sceneFile(board.scene);
  } catch { return; } // the next Display asks again
  const current = table.boards.find((each) => each.id === table.shown);
  if (!current || current.scene !== board.scene) return; // something newer is shown by now
  const view = byId("board-view");
  if (table.path !== board.scene) {
    const same = view.dataset.board === board.id;
    const [left, top] = [view.scrollLeft, view.scrollTop];
    view.replaceChildren(drawScene(file, say(board.title)));
    view.dataset.board = board.id;
    table.path = board.scene;
    table.file = file;
    byId("board-hint").textContent = "";
    zoomTo(table.zoom.get(board.id) || 1);
    if (same) view.scrollTo(left, top);
  }
  drawSpots(current, file);
  part("board-tools", board.id, () => [
    zoomButton("−", "smaller", 1 / ZOOM_STEP), zoomButton("+", "larger", ZOOM_STEP)]);
}

/* What was shown before can't be tapped any more, and another board goes at once. */
function forget(board) {
  const view = byId("board-view");
  if (table.path === board.scene) return;
  if (view.dataset.board !== board.id) {
    view.replaceChildren();
    table.path = "";
  } else if (byId("board-spots")) {
    byId("board-spots").replaceChildren();
    delete byId("board-spots").dataset.drawn;
  }
}

function zoomButton(sign, name, times) {
  return element("button", { type: "button", class: "zoom", "aria-label": word(name),
    "data-key": `zoom/${name}`, onclick: () => zoomBy(times) }, sign);
}

/* ---- the drawing ------------------------------------------------------------------------ */

function points(xy) {
  const pairs = [];
  for (let i = 0; i < xy.length; i += 2) pairs.push(`${xy[i]},${xy[i + 1]}`);
  return pairs.join(" ");
}

function paint(shape) {
  const ink = { fill: shape.fill || "none" };
  if (shape.stroke) {
    Object.assign(ink, { stroke: shape.stroke, "stroke-width": shape.stroke_mm,
      "stroke-linejoin": "round", "stroke-linecap": "round" });
  }
  if (shape.opacity < 1) ink.opacity = shape.opacity;
  return ink;
}

const DRAWN = {
  polygon: (shape) => vector("polygon", { points: points(shape.xy_mm), ...paint(shape) }),
  stroke: (shape) => vector("polyline", { points: points(shape.xy_mm), ...paint(shape) }),
  disc: (shape) => vector("circle", { cx: shape.xy_mm[0], cy: shape.xy_mm[1], r: shape.size_mm,
    ...paint(shape) }),
  words: (shape) => {
    const [x, y] = shape.xy_mm;
    const made = vector("text", { x, y: y + shape.size_mm / 2, fill: shape.fill,
      "font-size": shape.size_mm / CAPITAL_SHARE, "text-anchor": "middle",
      "font-weight": shape.bold ? 700 : 400 });
    if (shape.angle_deg) made.setAttribute("transform", `rotate(${shape.angle_deg} ${x} ${y})`);
    made.textContent = shape.text;
    return made;
  },
};

function drawShapes(shapes) {
  return vector("g", {},
    ...shapes.filter((shape) => DRAWN[shape.kind]).map((shape) => DRAWN[shape.kind](shape)));
}

/* A part of the drawing before is taken over as it is; most of a board never changes. */
function drawPart(part, shapes) {
  const again = [...byId("board-view").querySelectorAll("g[data-part]")]
    .find((node) => node.dataset.part === part);
  const made = again || drawShapes(shapes);
  made.dataset.part = part;
  return made;
}

function drawScene(file, title) {
  const [width, height] = file.size_mm;
  const picture = vector("g", { "aria-hidden": "true" },
    ...file.drawn.map(({ part, shapes }) => drawPart(part, shapes)), drawShapes(file.shapes));
  const made = vector("svg", { class: "board", viewBox: `0 0 ${width} ${height}`,
    role: "group", "aria-label": title }, picture, vector("g", { id: "board-spots" }));
  made.addEventListener("click", tapBeside);
  return made;
}

/* ---- places ----------------------------------------------------------------------------- */

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

/* ---- near and far ----------------------------------------------------------------------- */

const pxPerMm = () => {
  const svg = byId("board-view").querySelector("svg");
  return svg ? svg.getBoundingClientRect().width / table.file.size_mm[0] : 1;
};

/* Where a finger can't hit one place for sure, the first tap only brings it nearer. */
function tapSpot(event, box, choose) {
  const size = box.size * pxPerMm();
  const zoom = table.zoom.get(table.shown) || 1;
  if (event.detail === 0 || size >= SMALL_PX || zoom >= MOST_ZOOM) { choose(); return; }
  nearer(event, COMFORTABLE_PX / size);
}

function tapBeside(event) {
  const spots = table.file.spots.filter((spot) => table.boards
    .some((board) => board.id === table.shown
      && board.spots.some((each) => each.id === spot.id && each.state === "open")));
  if (!spots.length) return;
  const smallest = Math.min(...spots.map((spot) => boxOf(spot.xy_mm).size)) * pxPerMm();
  if (smallest < SMALL_PX) nearer(event, COMFORTABLE_PX / smallest);
}

function nearer(event, times) {
  zoomBy(times, [event.clientX, event.clientY]);
  byId("board-hint").textContent = word("nearer");
}

/* The window on the board stays as tall as the whole board was, so that nothing below it moves. */
function zoomTo(zoom) {
  const view = byId("board-view");
  const svg = view.querySelector("svg");
  table.zoom.set(table.shown, zoom);
  if (!svg) return;
  svg.style.width = `${zoom * 100}%`;
  const [width, height] = table.file.size_mm;
  const tall = Math.min(view.clientWidth * (height / width), innerHeight * MOST_TALL);
  view.style.height = zoom > 1 ? `${Math.max(tall, LEAST_TALL_PX)}px` : "";
}

/* Zoom so that what lies at this point of the window (or in the middle) comes to the middle. */
function zoomBy(times, at) {
  const view = byId("board-view");
  const old = table.zoom.get(table.shown) || 1;
  const zoom = Math.max(1, Math.min(MOST_ZOOM, old * times));
  const box = view.getBoundingClientRect();
  const [x, y] = at || [box.left + box.width / 2, box.top + box.height / 2];
  const left = (view.scrollLeft + x - box.left) * (zoom / old);
  const top = (view.scrollTop + y - box.top) * (zoom / old);
  zoomTo(zoom);
  view.scrollTo(left - view.clientWidth / 2, top - view.clientHeight / 2);
}

function distance(touches) {
  return Math.hypot(touches[0].clientX - touches[1].clientX,
    touches[0].clientY - touches[1].clientY);
}

/* Two fingers zoom; one scrolls, which the browser does by itself. */
function watchFingers(view) {
  let before = 0;
  view.addEventListener("touchstart", (event) => {
    before = event.touches.length === 2 ? distance(event.touches) : 0;
  }, { passive: true });
  view.addEventListener("touchmove", (event) => {
    if (event.touches.length !== 2 || !before) return;
    event.preventDefault();
    const now = distance(event.touches);
    const at = [(event.touches[0].clientX + event.touches[1].clientX) / 2,
      (event.touches[0].clientY + event.touches[1].clientY) / 2];
    zoomBy(now / before, at);
    before = now;
  }, { passive: false });
}
