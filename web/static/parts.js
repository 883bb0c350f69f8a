/* Draws the parts of a Display: chips, notes, buttons, cards, steps, sections. */
"use strict";

const SHAPES = {
  circle: () => vector("circle", { class: "shape", cx: 17, cy: 17, r: 15 }),
  square: () => vector("rect", { class: "shape", x: 3, y: 3, width: 28, height: 28, rx: 4 }),
  triangle: () => vector("path", { class: "shape", d: "M17 1 33 31H1z" }),
};

function drawChip(chip, spoken) {
  const low = chip.shape === "triangle" ? 21 : 18;
  const letter = vector("text", { x: 17, y: low });
  letter.textContent = say(chip.letter);
  const shape = (SHAPES[chip.shape] || SHAPES.circle)();
  const labels = spoken ? { role: "img", "aria-label": say(chip.label) } : { "aria-hidden": "true" };
  return vector("svg", { class: `chip ${chip.colour}`, viewBox: "0 0 34 34", ...labels },
    shape, letter);
}

function drawChips(chips, spoken) {
  return chips.length
    ? element("span", { class: "chips" }, ...chips.map((chip) => drawChip(chip, spoken)))
    : null;
}

function drawCrop(crop) {
  if (!crop) return null;
  const [width, height] = crop.picture_wh;
  return vector("svg", { class: "crop", viewBox: crop.window_xywh.join(" "), "aria-hidden": "true",
    preserveAspectRatio: "xMidYMid slice" },
    vector("image", { href: crop.picture, width, height, preserveAspectRatio: "none" }));
}

function drawNote(note) {
  const lead = word(note.tone);
  return element("div", { class: `note ${note.tone}` },
    drawCrop(note.crop),
    lead ? element("span", { class: "word" }, lead) : null, lead ? " " : null,
    element("span", {}, say(note.text)), " ",
    note.clauses.length ? element("span", { class: "clauses" }, note.clauses.join(" · ")) : null,
    note.actions.length && state.joined ? drawActions(note.actions) : null);
}

function drawAction(action) {
  const key = JSON.stringify([action.post, action.body]);
  return element("button",
    { type: "button", class: action.style, "data-key": key,
      onclick: (event) => post(action.post, action.body, event.currentTarget) },
    drawCrop(action.crop), drawChips(action.chips, false), element("span", {}, say(action.label)));
}

const drawActions = (actions) =>
  element("div", { class: "choices" }, ...actions.map(drawAction));

function drawGroup(group, key) {
  if (!state.joined) return null;
  if (group.folded) {
    return foldable(`${key}/${say(group.label)}`, false, "group",
      [element("span", {}, say(group.label))], [drawActions(group.actions)]);
  }
  const label = say(group.label);
  return element("div", {}, label ? element("p", { class: "label" }, label) : null,
    drawActions(group.actions));
}

function foldable(key, open, kind, head, body) {
  const known = state.opened.get(key);
  const made = element("details", { class: kind, open: known === undefined ? open : known },
    element("summary", { "data-key": key }, ...head), ...body.filter(Boolean));
  made.addEventListener("toggle", () => state.opened.set(key, made.open));
  return made;
}

function drawCard(card) {
  const row = element("span", { class: "row" },
    drawCrop(card.crop),
    card.mark ? element("span", { class: "mark" }, card.mark) : null,
    element("span", { class: "name" }, say(card.title)),
    drawChips(card.chips, true));
  const details = card.details.length
    ? [foldable(`${card.id}/details`, false, "group", [element("span", {}, word("details"))],
        [element("div", { class: "notes" }, ...card.details.map(drawItem))])]
    : [];
  const groups = card.groups.map((group, i) => drawGroup(group, `${card.id}/${i}`)).filter(Boolean);
  const head = groups.length && !card.unfolded
    ? foldable(card.id, false, "acts", [row], [element("div", { class: "body" }, ...groups)])
    : row;
  const notes = card.notes.length
    ? element("div", { class: "notes" }, ...card.notes.map(drawNote)) : null;
  return element("li", { class: `card ${card.state}`, "data-card": card.id }, head, notes,
    card.unfolded && groups.length ? element("div", { class: "body" }, ...groups) : null,
    ...details);
}

function drawItem(note) {
  return element("p", { class: "item" }, element("span", {}, say(note.text)), " ",
    element("span", { class: "clauses" }, [note.where, ...note.clauses].filter(Boolean).join(" · ")));
}

function drawStep(step) {
  return element("li", { class: `step ${step.state}`,
    "aria-current": step.state === "now" ? "step" : false },
    element("span", {}, say(step.title)),
    step.detail ? element("span", { class: "detail" }, say(step.detail)) : null);
}

const drawLink = (link) =>
  (link.path.endsWith(".html")
    ? element("a", { class: "file", href: `${link.path}?lang=${state.language}` }, say(link.label))
    : element("a", { class: "file", href: link.path, download: link.path.includes(".") },
      say(link.label)));

function drawSection(section) {
  const [pictures, uploads] = [section.pictures || [], section.uploads || []];
  const acts = section.groups.length + section.forms.length + section.links.length
    + uploads.length > 0;
  const charts = section.charts || [];
  const rest = section.notes.length + section.steps.length + section.cards.length + charts.length
    + pictures.length;
  if (acts && section.folded && !state.joined) return null;
  if (!acts && !rest) return null;
  const body = [
    ...section.notes.map(drawNote),
    ...charts.map(drawChart),
    ...pictures.map(drawPhoto),
    section.cards.length
      ? element("ul", { class: "cards" }, ...section.cards.map(drawCard)) : null,
    section.steps.length
      ? element("ol", { class: "steps" }, ...section.steps.map(drawStep)) : null,
    ...section.groups.map((group, i) => drawGroup(group, `${section.id}/${i}`)),
    ...section.forms.map((form, i) => drawForm(form, `${section.id}/form${i}`)),
    ...section.links.map(drawLink),
    ...uploads.map((upload, i) => drawUpload(upload, `${section.id}/upload${i}`)),
  ].filter(Boolean);
  const title = say(section.title);
  if (section.folded) {
    return foldable(`section/${section.id}`, false, "section",
      [element("span", {}, title)], body);
  }
  return element("section", { class: "section", "aria-label": title },
    element("h3", {}, title), ...body);
}
