/* A picture with points to be dragged, by finger, mouse, buttons or arrow keys; it can be enlarged. */
"use strict";

const POINT_PX = 15;
const TEXT_PX = 15;
const ZOOMS = [1, 2, 4, 8];
const FAR = 10; // times a step, with the shift key
const kept = { zoom: new Map(), active: new Map(), scroll: new Map() }; // by picker

const pairs = (xy) => {
  const found = [];
  for (let i = 0; i < xy.length; i += 2) found.push(`${xy[i]},${xy[i + 1]}`);
  return found.join(" ");
};

/* `points` are [{ x, y, name }] in the units of `size`; `lines(points)` gives [{ xy, kind }] to be
   drawn below them; `step` is how far one key moves; `done(points)` is told when one was let go. */
function picker({ id, picture, size, alt, points, lines, step, done }) {
  const [width, height] = size;
  const at = points.map((point) => ({ ...point }));
  const frame = vector("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": alt });
  const image = vector("image", { width, height, preserveAspectRatio: "none" });
  if (picture) image.setAttribute("href", picture);
  const below = vector("g", { "aria-hidden": "true" });
  const above = vector("g");
  frame.append(image, below, above);
  const view = element("div", { class: "window", tabindex: "-1" }, frame);
  const which = element("span", { class: "which", role: "status" });
  let active = Math.min(kept.active.get(id) || 0, Math.max(0, at.length - 1));

  const unit = () => width / (frame.getBoundingClientRect().width || 390);

  function redraw() {
    const u = unit();
    below.replaceChildren(...lines(at).map(({ xy, kind }) => vector("polygon", { points: pairs(xy), class: kind })));
    at.forEach((point, i) => place(above.children[i], point, u, i === active));
    which.textContent = at.length ? at[active].name : "";
  }

  function place(node, point, u, chosen) {
    const { x, y } = point;
    const r = POINT_PX * u;
    node.setAttribute("class", chosen ? "point active" : "point");
    const [circle, cross, text] = node.children;
    Object.entries({ cx: x, cy: y, r }).forEach(([k, v]) => circle.setAttribute(k, v));
    cross.setAttribute("d", `M${x - r} ${y}H${x + r}M${x} ${y - r}V${y + r}`);
    const over = y - 1.3 * r;
    const inside = over > TEXT_PX * u ? over : y + 1.3 * r + 0.8 * TEXT_PX * u;
    Object.entries({ x, y: inside }).forEach(([k, v]) => text.setAttribute(k, v));
    text.style.fontSize = `${TEXT_PX * u}px`;
  }

  function move(i, dx, dy) {
    at[i].x = Math.max(0, Math.min(width, at[i].x + dx));
    at[i].y = Math.max(0, Math.min(height, at[i].y + dy));
    at[i].moved = true;
    redraw();
  }

  function choose(i) {
    active = i;
    kept.active.set(id, i);
    redraw();
  }

  function makePoint(point, i) {
    const node = vector("g", { class: "point", role: "button", tabindex: "0", "data-key": `${id}/${i}`,
      "aria-label": word("moves").replace("{which}", point.name) },
    vector("circle"), vector("path"), vector("text"));
    node.children[2].textContent = point.short || point.name;
    node.addEventListener("focus", () => choose(i));
    node.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (!way) return;
      event.preventDefault();
      const far = step * (event.shiftKey ? FAR : 1);
      move(i, way[0] * far, way[1] * far);
    });
    node.addEventListener("keyup", (event) => { if (event.key.startsWith("Arrow")) finish(); });
    node.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      choose(i);
      node.setPointerCapture(event.pointerId);
      let [x, y] = [event.clientX, event.clientY];
      node.onpointermove = (next) => {
        const u = unit();
        move(i, (next.clientX - x) * u, (next.clientY - y) * u);
        [x, y] = [next.clientX, next.clientY];
      };
      node.onpointerup = node.onpointercancel = () => {
        node.onpointermove = node.onpointerup = node.onpointercancel = null;
        finish();
      };
    });
    return node;
  }

  const finish = () => done(at);
  const pad = (key, sign, x, y) => element("button", { type: "button", "aria-label": word(key),
    "data-key": `${id}/${key}`, onclick: () => { move(active, x * step, y * step); finish(); } }, sign);

  function zoom(by) {
    const index = Math.max(0, Math.min(ZOOMS.length - 1, ZOOMS.indexOf(kept.zoom.get(id) || 1) + by));
    kept.zoom.set(id, ZOOMS[index]);
    show();
    if (at.length) centre(at[active]);
  }

  function show() {
    frame.style.width = `${(kept.zoom.get(id) || 1) * 100}%`;
    redraw();
  }

  function centre(point) {
    const u = unit();
    view.scrollTo(point.x / u - view.clientWidth / 2, point.y / u - view.clientHeight / 2);
  }

  above.append(...at.map(makePoint));
  view.addEventListener("scroll", () => kept.scroll.set(id, [view.scrollLeft, view.scrollTop]), { passive: true });
  const made = element("div", { class: "picker" }, view, element("div", { class: "tools" },
    element("button", { type: "button", "aria-label": word("smaller"), "data-key": `${id}/smaller`, onclick: () => zoom(-1) }, "−"),
    element("button", { type: "button", "aria-label": word("larger"), "data-key": `${id}/larger`, onclick: () => zoom(1) }, "+"),
    ...(at.length ? [pad("left", "←", -1, 0), pad("up", "↑", 0, -1), pad("down", "↓", 0, 1), pad("right", "→", 1, 0), which] : [])));
  requestAnimationFrame(() => {
    show();
    const scroll = kept.scroll.get(id);
    if (scroll) view.scrollTo(...scroll);
  });
  made.points = at;
  return made;
}
