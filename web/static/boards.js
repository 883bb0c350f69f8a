/* Drawn boards: a strip of names and one board at a time.
   Each is drawn as SVG in millimetres from a SceneFile (see /api/openapi.json). */
"use strict";

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
