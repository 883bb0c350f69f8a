/* The setup page: an own copy is taught step by step; the table keeps everything. */
"use strict";

const PICTURE_BYTES = 25e6;
const ZIP_BYTES = 60e6;

const state = {
  language: "en",
  code: recall("joinCode") || "",
  draft: recall("setupDraft") || "",
  shown: null,
  busy: "",
  told: null,
  opened: new Map(),
  pictures: new Map(), // by name: the address of its blob, once it is there
  corners: new Map(), // points that are being dragged and were not sent yet
};
const word = (key) => WORDS[key][LANGUAGES.indexOf(state.language)];
const say = (text) => text[state.language];
const round = (value) => Math.round(value * 100) / 100;

/* ---- parts ------------------------------------------------------------------------------- */

const note = (tone, text) => element("div", { class: `note ${tone}` }, element("span", {}, text));

const field = (label, input) => element("label", { class: "field" }, element("span", {}, label), input);

const number = (key, value, least, most) => element("input", { type: "number", "data-key": key, value,
  min: least, max: most, step: "any", inputmode: "decimal" });

function choose(key, options, value, set) {
  const select = element("select", { "data-key": key, disabled: Boolean(state.busy) });
  for (const [name, label] of options) select.append(element("option", { value: name, selected: name === value }, label));
  select.onchange = () => set(select.value);
  return select;
}

const section = (id, title, ...parts) => element("section", { class: "section", "aria-labelledby": `${id}-title` },
  element("h2", { id: `${id}-title` }, title), ...parts);

function folded(key, title, open, parts) {
  const known = state.opened.get(key);
  const made = element("details", { class: "section", open: known === undefined ? open : known },
    element("summary", { "data-key": key }, element("span", {}, title)), ...parts);
  made.addEventListener("toggle", () => state.opened.set(key, made.open));
  return made;
}

/* Pictures are asked for with the join code, so their addresses are made here. */
function pictureOf(name) {
  const found = state.pictures.get(name);
  if (found === undefined) fetchPicture(name);
  return found || "";
}

async function fetchPicture(name) {
  state.pictures.set(name, "");
  try {
    const query = new URLSearchParams({ draft: state.draft, name });
    const answer = await fetch(`/api/setup/file?${query}`, { headers: { "X-Join-Code": state.code } });
    if (!answer.ok) return;
    state.pictures.set(name, URL.createObjectURL(await answer.blob()));
    for (const node of document.querySelectorAll(`[data-picture="${CSS.escape(name)}"]`)) {
      node.setAttribute("src", state.pictures.get(name));
    }
    if (!state.busy) draw();
  } catch { /* shown without it */ }
}

/* What was understood changes under the same name; photographs never do. */
function forgetPictures() {
  for (const [name, address] of state.pictures) {
    if (name.startsWith("photo-")) continue;
    if (address) URL.revokeObjectURL(address);
    state.pictures.delete(name);
  }
}

function shownPicture(name, alt, kind) {
  const address = pictureOf(name);
  return element("img", { class: kind, alt, "data-picture": name, src: address || null });
}

/* A photograph from the table's camera or from this phone; `use` is told its name. */
function photoChoice(key, use) {
  const input = element("input", { type: "file", accept: "image/jpeg,image/png,image/webp", "data-key": key,
    disabled: Boolean(state.busy) });
  input.onchange = async () => {
    const [file] = input.files;
    if (file) used(await sendFile("photo", file, PICTURE_BYTES), use);
  };
  const label = element("label", { class: "choose" }, input, element("span", {}, word("send")));
  const take = state.shown.takes ? element("button", { type: "button", "data-key": `${key}/take`,
    disabled: Boolean(state.busy), onclick: async () => used(await ask("take", {}), use) }, word("take")) : null;
  return element("div", { class: "row" }, label, take);
}

function used(answer, use) {
  if (answer && answer.photo) use(answer.photo);
}

/* ---- the first step ------------------------------------------------------------------------ */

function beginSection() {
  const { games, drafts } = state.shown;
  const game = choose("game", games.map((each) => [each.id, say(each.name)]), games.length ? games[0].id : "", () => {});
  const name = element("input", { type: "text", maxlength: 40, "data-key": "name", autocomplete: "off" });
  const marker = number("marker", 24, 5, 200);
  return section("begin", word("begin"),
    element("p", {}, word("beginHelp")),
    element("p", { class: "row" }, element("span", {}, word("sheets")), ...Object.entries(PAPERS).map(([paper, label]) =>
      element("a", { class: "button", href: `/api/teaching-sheet-${paper}.pdf`, download: true }, label))),
    field(word("game"), game), field(word("name"), name), field(word("marker"), marker),
    element("button", { type: "button", class: "main", "data-key": "begin", disabled: Boolean(state.busy),
      onclick: () => ask("begin", { game: game.value, name: name.value, marker_mm: Number(marker.value) }, "working", false) },
    word("begin")),
    drafts.length ? element("h3", {}, word("drafts")) : null,
    element("ul", { class: "things" }, ...drafts.map(draftRow)));
}

function draftRow(draft) {
  return element("li", {}, element("span", {}, say(draft.name)),
    element("button", { type: "button", "data-key": `open/${draft.id}`, onclick: () => open(draft.id) }, word("open")),
    element("button", { type: "button", class: "quiet", "data-key": `drop/${draft.id}`,
      onclick: () => { if (confirm(word("sure"))) ask("drop", { draft: draft.id }); } }, word("drop")));
}

function editionsSection() {
  const { editions } = state.shown;
  const input = element("input", { type: "file", accept: ".zip,application/zip", "data-key": "import",
    disabled: Boolean(state.busy) });
  input.onchange = () => { if (input.files[0]) sendFile("import", input.files[0], ZIP_BYTES); };
  return section("editions", word("editions"),
    editions.length ? element("p", { class: "soft" }, word("useIt")) : element("p", { class: "soft" }, word("none")),
    element("ul", { class: "things" }, ...editions.map((edition) => element("li", {},
      element("span", {}, say(edition.name)),
      element("button", { type: "button", "data-key": `get/${edition.id}`, onclick: () => download(edition.id) }, word("download"))))),
    element("label", { class: "choose quiet" }, input, element("span", {}, word("bring"))));
}

/* ---- the page ------------------------------------------------------------------------------ */

function draw() {
  document.documentElement.lang = state.language === "zh" ? "zh-Hant" : "en";
  const other = LANGUAGES.find((language) => language !== state.language);
  byId("language").textContent = NAMES[other];
  byId("language").lang = other === "zh" ? "zh-Hant" : "en";
  byId("title").textContent = word("title");
  byId("back").textContent = word("back");
  document.title = word("title");
  byId("answer").replaceChildren(...(!state.code ? [note("info", word("join"))]
    : state.busy ? [note("info", word(state.busy))]
      : state.told ? [note(state.told.tone, say(state.told.text))] : []));
  const focus = document.activeElement && document.activeElement.getAttribute("data-key");
  byId("steps").replaceChildren(...steps().filter(Boolean));
  if (focus) document.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
}

function steps() {
  const { shown } = state;
  if (!shown) return [];
  const { draft } = shown;
  if (!draft) return [beginSection(), editionsSection()];
  const head = element("div", { class: "row" }, element("h2", {}, draft.name),
    element("button", { type: "button", class: "quiet", "data-key": "close", onclick: close }, word("close")));
  return [head, boardSection(draft), piecesSection(draft), endSection(draft), shown.test && shown.test.good ? editionsSection() : null];
}

function close() {
  state.draft = "";
  remember("setupDraft", null);
  refresh();
}

function open(id) {
  state.draft = id;
  refresh();
}

/* ---- talking to the table ------------------------------------------------------------------ */

const refused = ([en, zh]) => ({ note: { tone: "refused", text: { en, zh } } });

/* What the page itself refuses, before anything is sent. */
function tell(text) {
  state.told = refused(text).note;
  draw();
  byId("answer").scrollIntoView({ block: "nearest" });
}

function take(answer) {
  if (answer.games) {
    state.shown = answer;
    state.draft = answer.draft ? answer.draft.id : "";
    remember("setupDraft", state.draft || null);
    forgetPictures();
  }
  state.told = answer.note;
}

async function request(path, options) {
  try {
    const answer = await fetch(path, { credentials: "same-origin", cache: "no-store", ...options,
      headers: { "X-Join-Code": state.code, ...options.headers } });
    if (answer.headers.get("Content-Type") !== "application/json") {
      return refused(answer.status === 413 ? WORDS.large : WORDS.failed);
    }
    const said = await answer.json();
    if (said.games) return said;
    return refused(said.text ? [said.text.en, said.text.zh] : [said.error, said.error]);
  } catch {
    return refused(WORDS.failed);
  }
}

async function busy(name, work) {
  if (state.busy) return null;
  state.busy = name;
  draw();
  const answer = await work();
  state.busy = "";
  take(answer);
  draw();
  document.body.dataset.answered = Number(document.body.dataset.answered || 0) + 1;
  if (answer.note) byId("answer").scrollIntoView({ block: "nearest" });
  return answer;
}

const ask = (act, body, name = "working", own = true) => busy(name, () => request(`/api/setup/${act}`, {
  method: "POST", headers: { "Content-Type": "application/json" },
  body: JSON.stringify(own ? { draft: state.draft, ...body } : body),
}));

async function sendFile(act, file, most) {
  if (file.size > most) { tell(WORDS.large); return null; }
  const query = new URLSearchParams({ draft: state.draft });
  return busy("working", () => request(`/api/setup/${act}?${query}`, { method: "POST", body: file,
    headers: { "Content-Type": file.type || "application/octet-stream" } }));
}

const refresh = () => busy("working", () =>
  request(`/api/setup.json?${new URLSearchParams({ draft: state.draft })}`, {}));

async function download(name) {
  const answer = await fetch(`/api/setup/edition.zip?${new URLSearchParams({ name })}`,
    { headers: { "X-Join-Code": state.code } });
  if (!answer.ok) { tell(WORDS.failed); return; }
  const address = URL.createObjectURL(await answer.blob());
  const link = element("a", { href: address, download: `${name}.zip` });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

function start() {
  const saved = recall("language");
  const first = (navigator.language || "en").toLowerCase().startsWith("zh") ? "zh" : "en";
  state.language = LANGUAGES.includes(saved) ? saved : first;
  byId("language").onclick = () => {
    state.language = LANGUAGES.find((language) => language !== state.language);
    remember("language", state.language);
    draw();
  };
  draw();
  if (state.code) refresh();
}

start();
