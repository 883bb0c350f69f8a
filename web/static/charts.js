/* Curves over rounds, drawn as SVG; every curve has a shape and a letter beside its colour. */
"use strict";

const CHART = { width: 360, height: 220, left: 34, right: 26, top: 12, bottom: 30 };
const CURVE_COLOURS = ["--star", "--blue", "--refused", "--ok"];
const MARKS = [
  (x, y) => vector("circle", { cx: x, cy: y, r: 4.5 }),
  (x, y) => vector("rect", { x: x - 4, y: y - 4, width: 8, height: 8 }),
  (x, y) => vector("path", { d: `M${x} ${y - 5.5}l5.5 9.5h-11z` }),
  (x, y) => vector("path", { d: `M${x} ${y - 6}l6 6-6 6-6-6z` }),
];

function drawChart(chart) {
  const drawn = vector("svg", { class: "chart", viewBox: `0 0 ${CHART.width} ${CHART.height}`,
    role: "img", "aria-label": chartInWords(chart) });
  const values = chart.curves.flatMap((curve) => curve.values);
  const scale = scaleOf(Math.min(0, ...values), Math.max(10, ...values), chart.along.length);
  drawn.append(...grid(scale, chart), ...chart.curves.map((curve, i) => drawCurve(curve, i, scale)),
    ...ends(chart.curves, scale));
  return element("figure", { class: "chart-holder" }, drawn, legend(chart), chartTable(chart));
}

/* Round steps of the axis, and where a value stands. */
function scaleOf(least, most, count) {
  const rough = (most - least) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough);
  const [low, high] = [Math.floor(least / step) * step, Math.ceil(most / step) * step];
  const wide = CHART.width - CHART.left - CHART.right;
  const tall = CHART.height - CHART.top - CHART.bottom;
  return {
    low, high, step,
    x: (i) => CHART.left + (count > 1 ? (wide * i) / (count - 1) : 0),
    y: (value) => CHART.top + tall * (1 - (value - low) / (high - low)),
  };
}

function grid(scale, chart) {
  const made = [];
  for (let value = scale.low; value <= scale.high; value += scale.step) {
    made.push(vector("line", { class: "grid", x1: CHART.left, x2: CHART.width - CHART.right,
      y1: scale.y(value), y2: scale.y(value) }));
    made.push(label(value, CHART.left - 6, scale.y(value) + 4, "end"));
  }
  const every = Math.ceil(chart.along.length / 9);
  const last = chart.along.length - 1;
  chart.along.forEach((name, i) => {
    if (i !== last && (i % every || last - i < every)) return;
    made.push(label(say(name), scale.x(i), CHART.height - CHART.bottom + 16, "middle"));
  });
  return made;
}

function label(text, x, y, anchor) {
  const made = vector("text", { x, y, "text-anchor": anchor });
  made.textContent = text;
  return made;
}

function drawCurve(curve, number, scale) {
  const points = curve.values.map((value, i) => [scale.x(i), scale.y(value)]);
  const group = vector("g", { class: `curve curve-${number % CURVE_COLOURS.length}` });
  group.append(vector("polyline", { points: points.map((point) => point.join(",")).join(" ") }));
  group.append(...points.map(([x, y]) => MARKS[number % MARKS.length](x, y)));
  return group;
}

/* The letters at the ends of the curves, pushed apart where they would cover each other. */
function ends(curves, scale) {
  const last = curves[0].values.length - 1;
  const letters = curves
    .map((curve) => ({ mark: curve.mark, y: scale.y(curve.values[last]) + 5 }))
    .sort((a, b) => a.y - b.y);
  letters.forEach((letter, i) => {
    if (i) letter.y = Math.max(letter.y, letters[i - 1].y + 14);
  });
  return letters.map(({ mark, y }) => {
    const made = label(mark, scale.x(last) + 9, y, "start");
    made.setAttribute("class", "end");
    return made;
  });
}

function legend(chart) {
  return element("ul", { class: "legend", "aria-hidden": "true" },
    ...chart.curves.map((curve, i) => element("li", {},
      vector("svg", { viewBox: "0 0 14 14", class: `curve curve-${i % CURVE_COLOURS.length}` },
        MARKS[i % MARKS.length](7, 7)),
      `${curve.mark} · ${say(curve.name)}: ${curve.values[curve.values.length - 1]}`)));
}

const chartInWords = (chart) => [say(chart.title), ...chart.curves.map((curve) =>
  word("points").replace("{name}", say(curve.name)).replace("{values}", curve.values.join(", ")))]
  .join(". ");

function chartTable(chart) {
  const head = element("tr", {}, element("th", { scope: "col" }, say(chart.along_label)),
    ...chart.curves.map((curve) => element("th", { scope: "col" }, say(curve.name))));
  const rows = chart.along.map((name, i) => element("tr", {},
    element("th", { scope: "row" }, say(name)),
    ...chart.curves.map((curve) => element("td", {}, String(curve.values[i])))));
  return foldable(`chart/${say(chart.title)}`, false, "group",
    [element("span", {}, word("numbers"))],
    [element("div", { class: "table-holder", tabindex: "0", role: "region",
      "aria-label": word("numbers") },
      element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows)))]);
}
