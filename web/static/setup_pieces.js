/* The pieces on the setup page: laid into boxes, photographed, cut out; and the end of it all. */
"use strict";

const picked = { family: "", part: 0, kind: "" };

function piecesSection(draft) {
  const taught = draft.boards.map(({ plan }) => plan.board);
  const families = draft.families.filter(({ boards }) => boards.some((name) => taught.includes(name)));
  if (!families.length) return section("pieces", word("pieces"), element("p", { class: "soft" }, word("piecesLater")));
  const family = families.find((each) => each.name === picked.family) || families[0];
  const boxes = family.boxes || 1;
  const parts = Math.ceil(family.kinds.length / boxes);
  const part = Math.min(picked.part, parts - 1);
  const kinds = family.kinds.slice(part * boxes, part * boxes + boxes);
  const missing = draft.missing.map((text) => element("li", {}, say(text)));
  return section("pieces", word("pieces"),
    element("div", { class: "row" },
      field(word("family"), choose("family", families.map((each) => [each.name, say(each.title)]), family.name,
        (name) => { Object.assign(picked, { family: name, part: 0, kind: "" }); draw(); })),
      parts > 1 ? field(word("kind"), choose("part", Array.from({ length: parts }, (_, i) => [String(i), word("part")
        .replace("{from}", i * boxes + 1).replace("{to}", Math.min(family.kinds.length, (i + 1) * boxes))]), String(part),
      (value) => { picked.part = Number(value); draw(); })) : null),
    element("p", {}, word(family.boxes ? "layOut" : "tooLarge")),
    family.boxes ? element("ol", { class: "boxes" }, ...kinds.map((kind, i) =>
      element("li", {}, element("b", {}, String(i + 1)), ` ${kind}`))) : null,
    family.boxes ? photoChoice("pieces-photo", (photo) => show(photo, family, kinds)) : null,
    byCorners(draft, family),
    borrowTick(draft, family),
    ...draft.pieces.filter(({ plan }) => plan.family === family.name).map((each, i) => piecesShown(draft, each, i)),
    missing.length ? folded("missing", word("missing"), false, [element("ul", { class: "told" }, ...missing)]) : null);
}

/* When a piece is not found by itself, the same photograph is there for giving its corners. */
async function show(photo, family, kinds) {
  const answer = await ask("pieces", { plan: { photo, family: family.name, kinds } });
  if (!answer || !answer.note || answer.note.tone !== "refused") return;
  state.corners.set("piece", { photo });
  draw();
}

function borrowTick(draft, family) {
  const input = element("input", { type: "checkbox", "data-key": "borrow", disabled: Boolean(state.busy) });
  input.checked = draft.borrow.includes(family.name);
  input.onchange = () => ask("borrow", { families: input.checked
    ? [...draft.borrow, family.name] : draft.borrow.filter((name) => name !== family.name) });
  return element("label", { class: "tick" }, input, element("span", {}, word("borrow")));
}

function piecesShown(draft, shown, i) {
  const { plan } = shown;
  const body = [
    shown.said ? note("refused", say(shown.said)) : null,
    shown.drawn ? shownPicture(shown.drawn, word("seen"), "seen") : shownPicture(plan.photo, word("photoOf").replace("{number}", i + 1), "seen"),
    element("div", { class: "kinds" }, ...shown.pieces.map(({ kind, picture, sure }) =>
      element("figure", { class: sure ? "" : "doubtful" }, shownPicture(picture, kind, ""),
        element("figcaption", {}, sure ? kind : `${kind} ?`)))),
    element("button", { type: "button", class: "quiet", "data-key": `${plan.photo}/remove`,
      onclick: () => ask("remove", { what: plan.photo }) }, word("remove")),
  ].filter(Boolean);
  const kinds = plan.kinds.filter(Boolean);
  const name = kinds.length > 2 ? `${kinds[0]} … ${kinds[kinds.length - 1]}` : kinds.join(", ");
  return folded(`pieces/${plan.photo}`, name, !shown.pieces.length, body);
}

/* ---- one piece by its corners ------------------------------------------------------------ */

function byCorners(draft, family) {
  const kind = family.kinds.includes(picked.kind) ? picked.kind : family.kinds[0];
  const begun = state.corners.get("piece");
  const parts = [
    field(word("kind"), choose("one-kind", family.kinds.map((name) => [name, name]), kind,
      (name) => { picked.kind = name; draw(); })),
    photoChoice("one-photo", (photo) => { state.corners.set("piece", { photo }); draw(); }),
  ];
  if (begun && draft.photos[begun.photo]) parts.push(...pieceCorners(draft, family, kind, begun));
  return folded("by-corners", word("byCorners"), !family.boxes, parts);
}

function pieceCorners(draft, family, kind, begun) {
  const size = draft.photos[begun.photo];
  const half = 0.08 * Math.min(...size);
  const square = [[-half, -half], [half, -half], [half, half], [-half, half]]
    .map(([x, y]) => [size[0] / 2 + x, size[1] / 2 + y]);
  const names = WORDS.cornerNames[LANGUAGES.indexOf(state.language)];
  const points = (begun.points || square).map(([x, y], i) =>
    ({ x, y, name: word("corner").replace("{which}", names[i]), short: String(i + 1) }));
  const pick = picker({ id: "piece/corners", picture: pictureOf(begun.photo), size, points, step: 1,
    alt: word("cornersOf"), lines: (at) => [{ xy: at.flatMap(({ x, y }) => [x, y]), kind: "edge" }],
    done: (at) => state.corners.set("piece", { photo: begun.photo, points: at.map(({ x, y }) => [x, y]) }) });
  return [element("p", {}, word("cornersOf")), pick,
    element("button", { type: "button", class: "main", "data-key": "piece/this", disabled: Boolean(state.busy),
      onclick: () => {
        if (!begun.points) { tell(WORDS.untouched); return; }
        const corners = pick.points.map(({ x, y }) => [round(x), round(y)]);
        state.corners.delete("piece");
        ask("pieces", { plan: { photo: begun.photo, family: family.name, kinds: [kind], corners_px: corners } });
      } }, word("this_is"))];
}

/* ---- the end ------------------------------------------------------------------------------ */

function endSection(draft) {
  const { test } = state.shown;
  const list = (kind, texts) => element("ul", { class: kind }, ...texts.map((text) => element("li", {}, say(text))));
  return section("end", word("end"),
    element("button", { type: "button", class: "main", "data-key": "save", disabled: Boolean(state.busy),
      onclick: () => ask("save", {}, "testing") }, word("save")),
    test ? element("p", {}, word(test.good ? "good" : "bad")) : null,
    test && test.problems.length ? list("problems", test.problems) : null,
    test && test.notes.length ? list("told", test.notes) : null);
}
