/* One board on the setup page: photographs, corners, places. */
"use strict";

const INSET = 0.14; // of the picture: where corners are before anybody drags them
const NUDGE_MM = 0.5;
const FINE_MM = 0.25;
// By board the place that is moved alone; the board that is shown next, also after a refused picture.
const chosen = { single: new Map(), next: "" };

function boardSection(draft) {
  return section("boards", word("boards"),
    ...draft.boards.map((board) => boardPanel(draft, board)), newBoard(draft));
}

function boardName(draft, name, copy) {
  const known = draft.boards_known.find((each) => each.name === name);
  if (!known) return `${name} ${copy}`;
  return known.copies > 1 ? `${say(known.title)} ${copy}` : say(known.title);
}

function newBoard(draft) {
  const free = draft.boards_known.flatMap((known) =>
    Array.from({ length: known.copies }, (_, i) => ({ board: known.name, copy: i + 1 })))
    .filter(({ board, copy }) => !draft.boards.some(({ plan }) => plan.board === board && plan.copy === copy));
  if (!free.length) return null;
  const id = ({ board, copy }) => `${board} ${copy}`;
  const next = free.some((each) => id(each) === chosen.next) ? chosen.next : id(free[0]);
  const select = choose("new-board", free.map((each) => [id(each), boardName(draft, each.board, each.copy)]), next,
    (name) => { chosen.next = name; });
  return element("div", { class: "new" },
    element("label", { class: "field" }, element("span", {}, word("which")), select),
    photoChoice("new-board-photo", (photo) => setBoard({ ...free.find((each) => id(each) === select.value),
      photos: [photo] }, false)));
}

/* A board is looked for once its corners are said; until then what is said is only kept. */
const setBoard = (plan, find) => ask(find ? "board" : "hold", { plan });

function boardPanel(draft, board) {
  const { plan } = board;
  const id = board.key;
  const change = (more, find = Boolean(board.size_mm)) => setBoard({ ...plan, ...more }, find);
  const parts = [
    element("p", { class: "soft" }, plan.photos.length < 2 ? `${word("photos")} · ${word("more")}` : word("photos")),
    element("div", { class: "photos" }, ...plan.photos.map((photo, i) =>
      shownPicture(photo, word("photoOf").replace("{number}", i + 1), ""))),
    photoChoice(`${id}/more`, (photo) => change({ photos: [...plan.photos, photo] })),
    cornersPart(draft, board, change),
  ];
  if (board.size_mm) parts.push(placesPart(draft, board, change));
  parts.push(element("button", { type: "button", class: "quiet", "data-key": `${id}/remove`,
    onclick: () => ask("remove", { what: id }) }, word("remove")));
  return folded(`board/${id}`, boardName(draft, plan.board, plan.copy), !board.size_mm, parts);
}

/* ---- corners ---------------------------------------------------------------------------- */

function cornersPart(draft, board, change) {
  const { plan, key } = board;
  const size = draft.photos[plan.photos[0]] || [1000, 1000];
  const known = draft.boards_known.find((each) => each.name === plan.board);
  const strips = element("input", { type: "checkbox", "data-key": `${key}/strips` });
  const begun = state.corners.get(key);
  strips.checked = begun ? begun.strips : !plan.corners_px && Boolean(board.size_mm);
  const [w, h] = (begun && begun.size) || plan.size_mm || known.size_mm;
  const width = number(`${key}/width`, w, 20, 2000);
  const height = number(`${key}/height`, h, 20, 2000);
  const names = WORDS.cornerNames[LANGUAGES.indexOf(state.language)];
  const inset = [[INSET, INSET], [1 - INSET, INSET], [1 - INSET, 1 - INSET], [INSET, 1 - INSET]]
    .map(([x, y]) => [x * size[0], y * size[1]]);
  const points = ((begun && begun.points) || plan.corners_px || inset).map(([x, y], i) =>
    ({ x, y, name: word("corner").replace("{which}", names[i]), short: String(i + 1) }));
  const moved = () => Boolean(plan.corners_px || (begun && begun.moved) || pick.points.some((point) => point.moved));
  const remember = () => state.corners.set(key, { strips: strips.checked, moved: moved(),
    size: [Number(width.value), Number(height.value)], points: pick.points.map(({ x, y }) => [x, y]) });
  const pick = picker({ id: `${key}/corners`, picture: pictureOf(plan.photos[0]), size, points, step: 1,
    alt: word("corners"), done: remember,
    lines: (at) => [{ xy: at.flatMap(({ x, y }) => [x, y]), kind: "edge" }] });
  const asked = element("div", {},
    element("p", {}, word("corners")), pick,
    element("div", { class: "row" }, field(word("width"), width), field(word("height"), height)));
  asked.hidden = strips.checked;
  strips.onchange = () => { asked.hidden = strips.checked; remember(); };
  width.onchange = height.onchange = remember;
  const find = () => {
    if (!strips.checked && !moved()) { tell(WORDS.untouched); return; }
    state.corners.delete(key);
    change(strips.checked ? { corners_px: null, size_mm: null }
      : { corners_px: pick.points.map(({ x, y }) => [round(x), round(y)]),
        size_mm: [Number(width.value), Number(height.value)] }, true);
  };
  const body = [element("label", { class: "tick" }, strips, element("span", {}, word("strips"))), asked,
    element("button", { type: "button", class: board.size_mm ? "plain" : "main", "data-key": `${key}/find`,
      disabled: Boolean(state.busy), onclick: find }, word("find"))];
  if (!board.size_mm) return element("div", { class: "part" }, ...body);
  return element("div", { class: "part" },
    element("p", {}, word("found").replace("{markers}", board.markers).replace("{sigma}", board.sigma_mm.toFixed(2))),
    folded(`${key}/corners`, word("cornersFold"), false, body));
}

/* ---- places ----------------------------------------------------------------------------- */

const middle = (xy) => {
  let [total, mx, my] = [0, 0, 0];
  for (let i = 0; i < xy.length; i += 2) {
    const [x, y, u, v] = [xy[i], xy[i + 1], xy[(i + 2) % xy.length], xy[(i + 3) % xy.length]];
    const cross = x * v - u * y;
    total += cross; mx += (x + u) * cross; my += (y + v) * cross;
  }
  return [mx / (3 * total), my / (3 * total)];
};

/* Three places far apart: the two ends of the longest way, and the one farthest from it. */
function farApart(places) {
  const at = places.map(({ name, xy_mm }) => ({ name, at: middle(xy_mm) }));
  const far = (a, b) => Math.hypot(a.at[0] - b.at[0], a.at[1] - b.at[1]);
  if (at.length < 3) return at.map(({ name }) => name);
  const first = at.reduce((best, each) => (each.at[0] + each.at[1] < best.at[0] + best.at[1] ? each : best));
  const second = at.reduce((best, each) => (far(first, each) > far(first, best) ? each : best));
  const off = (each) => Math.abs((second.at[0] - first.at[0]) * (each.at[1] - first.at[1])
    - (second.at[1] - first.at[1]) * (each.at[0] - first.at[0]));
  const third = at.reduce((best, each) => (off(each) > off(best) ? each : best));
  return [first.name, second.name, third.name];
}

/* The map that takes three points onto three others; null when they lie in one line. */
function affine(from, to) {
  const [[ax, ay], [bx, by], [cx, cy]] = from;
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
  if (Math.abs(area) < 1) return null;
  return ([x, y]) => {
    const u = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area;
    const v = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area;
    return [0, 1].map((k) => to[0][k] + u * (to[1][k] - to[0][k]) + v * (to[2][k] - to[0][k]));
  };
}

const mapped = (xy, by) => {
  const made = [];
  for (let i = 0; i < xy.length; i += 2) made.push(...by([xy[i], xy[i + 1]]));
  return made;
};

function placesPart(draft, board, change) {
  const { plan, key } = board;
  const single = chosen.single.get(key) || "";
  const bare = new Map(board.bare.map((place) => [place.name, place]));
  const laid = new Map(board.places.map((place) => [place.name, place]));
  const parts = [element("h3", {}, word("places")),
    element("p", { class: "soft" }, word("handlesHelp"))];
  if (board.said) parts.push(note("refused", say(board.said)));
  parts.push(single && laid.has(single)
    ? singlePicker(board, laid, single, change) : handlePicker(board, bare, laid, change));
  parts.push(nudgeTools(plan, key, change), switches(draft, board, change, laid, single));
  if (board.drawn) {
    parts.push(folded(`${key}/drawn`, word("seen"), true, [shownPicture(board.drawn, word("seen"), "seen")]));
  }
  return element("div", { class: "part" }, ...parts);
}

function handlePicker(board, bare, laid, change) {
  const { plan, key } = board;
  const named = plan.handles.filter((each) => each.mm && bare.has(each.place)).map((each) => each.place);
  const names = named.length >= 3 ? named.slice(0, 3) : farApart(board.bare);
  const at = (name) => {
    const said = plan.handles.find((each) => each.place === name && each.mm);
    return said ? said.mm : middle((laid.get(name) || bare.get(name)).xy_mm);
  };
  const points = names.map((name, i) => ({ x: at(name)[0], y: at(name)[1], short: name,
    name: `${word("handle").replace("{number}", i + 1)} (${name})` }));
  const from = names.map((name) => middle(bare.get(name).xy_mm));
  return picker({ id: `${key}/places`, picture: pictureOf(board.flat), size: board.size_mm, points,
    step: FINE_MM, alt: word("places"),
    lines: (now) => {
      const by = now.some((point) => point.moved) && affine(from, now.map(({ x, y }) => [x, y]));
      const shown = by ? board.bare : board.places.length ? board.places : board.bare;
      return shown.map(({ xy_mm }) => ({ xy: by ? mapped(xy_mm, by) : xy_mm, kind: "over" }));
    },
    done: (now) => change({ handles: now.map(({ x, y }, i) => ({ place: names[i], mm: [round(x), round(y)] })) }) });
}

function singlePicker(board, laid, name, change) {
  const { plan, key } = board;
  const { xy_mm } = laid.get(name);
  const [x, y] = middle(xy_mm);
  return picker({ id: `${key}/single/${name}`, picture: pictureOf(board.flat), size: board.size_mm,
    points: [{ x, y, name }], step: FINE_MM, alt: word("single"),
    lines: ([now]) => [...board.places.filter((each) => each.name !== name)
      .map((each) => ({ xy: each.xy_mm, kind: "over" })),
    { xy: mapped(xy_mm, ([u, v]) => [u + now.x - x, v + now.y - y]), kind: "one" }],
    done: ([now]) => change({ moved: [...plan.moved.filter((each) => each.place !== name),
      { place: name, mm: [round(now.x), round(now.y)] }] }) });
}

function nudgeTools(plan, key, change) {
  const [x, y] = plan.nudge_mm;
  const by = (name, sign, dx, dy) => element("button", { type: "button", "aria-label": `${word("nudge")}: ${word(name)}`,
    "data-key": `${key}/nudge-${name}`, disabled: Boolean(state.busy),
    onclick: () => change({ nudge_mm: [round(x + dx), round(y + dy)] }) }, sign);
  return element("div", { class: "tools" }, element("span", { class: "which" },
    `${word("nudge")} (${x.toFixed(1)}, ${y.toFixed(1)})`),
  by("left", "←", -NUDGE_MM, 0), by("up", "↑", 0, -NUDGE_MM), by("down", "↓", 0, NUDGE_MM), by("right", "→", NUDGE_MM, 0));
}

function switches(draft, board, change, laid, single) {
  const { plan, key } = board;
  const tick = (name, value, set) => {
    const input = element("input", { type: "checkbox", "data-key": `${key}/${name}`, disabled: Boolean(state.busy) });
    input.checked = value;
    input.onchange = () => set(input.checked);
    return element("label", { class: "tick" }, input, element("span", {}, word(name)));
  };
  const one = choose(`${key}/single`, [["", word("all")], ...[...laid.keys()].map((name) => [name, name])], single,
    (name) => { chosen.single.set(key, name); draw(); });
  const others = draft.boards.filter((other) => other.key !== key && other.size_mm)
    .map(({ plan: other }) => [`${other.board} ${other.copy}`, boardName(draft, other.board, other.copy)]);
  return element("div", {},
    tick("mirror", plan.mirror, (mirror) => change({ mirror, handles: [] })),
    tick("snap", plan.snap, (snap) => change({ snap })),
    element("div", { class: "row" }, field(word("single"), one),
      single ? element("button", { type: "button", "data-key": `${key}/leave`,
        onclick: () => { chosen.single.delete(key); change({ left_out: [...plan.left_out, single] }); } }, word("leave")) : null),
    plan.left_out.length ? element("div", { class: "row" },
      element("p", { class: "soft" }, word("leftOut").replace("{names}", plan.left_out.join(", "))),
      element("button", { type: "button", "data-key": `${key}/back`, onclick: () => change({ left_out: [] }) }, word("backIn"))) : null,
    others.length ? field(word("like"), choose(`${key}/like`, [["", word("own")], ...others], plan.like,
      (like) => change({ like, handles: [], moved: [] }))) : null,
    gridPart(draft, board, change));
}

function gridPart(draft, board, change) {
  const { plan, key } = board;
  const { grid } = plan;
  const rows = number(`${key}/rows`, grid ? grid.rows : 7, 1, 40);
  const columns = number(`${key}/columns`, grid ? grid.columns : 8, 1, 40);
  const families = draft.families.map(({ name, title }) => {
    const input = element("input", { type: "checkbox", "data-key": `${key}/grid/${name}` });
    input.checked = grid ? grid.families.includes(name) : false;
    return { name, input, label: element("label", { class: "tick" }, input, element("span", {}, say(title))) };
  });
  const on = element("input", { type: "checkbox", "data-key": `${key}/grid` });
  on.checked = Boolean(grid);
  const more = element("div", {}, element("div", { class: "row" }, field(word("rows"), rows), field(word("columns"), columns)),
    element("p", { class: "label" }, word("inCells")), ...families.map(({ label }) => label),
    element("button", { type: "button", "data-key": `${key}/grid-lay`, onclick: () => change({ handles: [], moved: [], left_out: [],
      grid: { rows: Number(rows.value), columns: Number(columns.value),
        families: families.filter(({ input }) => input.checked).map(({ name }) => name) } }) }, word("this_is")));
  more.hidden = !grid;
  on.onchange = () => {
    if (!on.checked && grid) change({ grid: null, handles: [], moved: [], left_out: [] });
    else more.hidden = !on.checked;
  };
  return element("div", {}, element("label", { class: "tick" }, on, element("span", {}, word("grid"))), more);
}
