/* The drawing of a board: its shapes, of which most never change. */
"use strict";

const CAPITAL_SHARE = 0.72; // of the letters' size is the height of a capital

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
