/* Draws any Display (see /api/openapi.json) and keeps it newest.  No framework, no build step. */
"use strict";

const WORDS = {
  offline: ["Connection to the table lost. Trying again ...", "與桌面的連線中斷，正在重試……"],
  join: ["You are watching. To take part, scan the QR code at the table or type its code.",
         "你正在觀看。要參與，請掃描桌上的 QR 碼或輸入代碼。"],
  code: ["Join code", "加入代碼"],
  joinButton: ["Join", "加入"],
  invite: ["Let another phone join", "讓另一支手機加入"],
  inviteHelp: ["Scan this with the other phone.", "用另一支手機掃描。"],
  doctor: ["Something wrong? Examine camera, light and network", "有問題？檢查相機、光線與網路"],
  setup: ["Teach your own copy", "教系統認識你的版本"],
  calibrate: ["Calibrate a camera", "校正相機"],
  inviteAlt: ["QR code of the table's address", "桌面網址的 QR 碼"],
  ok: ["Yes.", "可以。"],
  refused: ["No.", "不行。"],
  unsure: ["Unsure.", "不確定。"],
  info: ["", ""],
  details: ["How it adds up", "分數如何計算"],
  nearer: ["The places are small: shown larger. Tap again to choose.",
           "位置很小，已放大。請再點一次選擇。"],
  larger: ["Larger", "放大"],
  smaller: ["Smaller", "縮小"],
  boards: ["Boards", "圖板"],
  canTap: ["something to tap", "可以點選"],
  spot: { chosen: ["chosen", "已選"], marked: ["this is what the verdict is about", "判定所指"] },
  speak: ["Read verdicts aloud", "朗讀判定"],
  speaks: ["Stop reading aloud", "停止朗讀"],
  numbers: ["The numbers", "數字"],
  points: ["{name}: {values}", "{name}：{values}"],
  inviteTable: ["A tablet for the middle of the table", "放在桌面中央的平板"],
  failed: ["That did not reach the table. Check the connection and try again.",
           "沒有送到桌面。請檢查連線後再試。"],
};
const LANGUAGES = ["en", "zh"];
const LANGUAGE_TAGS = { en: "en", zh: "zh-Hant" };
const LANGUAGE_NAMES = { en: "English", zh: "中文" };
const SILENT_MS = 40000; // the server says something every 15 s
const RETRY_MS = 2000;
const FOLLOWED = ["/api/tap", "/api/back"];

const byId = (id) => document.getElementById(id);
const state = {
  shown: null, // the newest publication
  language: "en",
  joined: false,
  code: "",
  opened: new Map(), // which details a person opened or closed
  typed: new Map(), // what stands in fields that are typed into
  drawn: new Map(), // what each part last drew, as text
  stream: null,
  heardAt: 0,
  qr: null,
  qrTable: null,
  follows: false, // a choice was made: the next one is to be in view
  as: "", // what this screen is for, as the code that was scanned says
  answer: null, // what the last press led to: its key, the note, the moment; see showAnswer
};

/* ---- small helpers ---------------------------------------------------------------------- */

const say = (text) => (text ? text[state.language] : "");
const word = (key) => WORDS[key][LANGUAGES.indexOf(state.language)];

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name === "onclick" || name === "onsubmit") made[name] = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== ""));
  return made;
}

function vector(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function remember(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch { /* a private window keeps nothing; the page works all the same */ }
}

function recall(key) {
  try { return localStorage.getItem(key); } catch { return null; }
}

/* ---- parts of a Display ------------------------------------------------------------------ */

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

function drawForm(form, key) {
  if (!state.joined) return null;
  const parts = form.parts || [];
  const choices = [...form.choices, ...parts.flatMap((each) => each.choices)];
  const selects = new Map(choices.map((choice) => [choice, drawSelect(choice, key)]));
  const inputs = new Map([...form.fields, ...(form.last || [])]
    .map((field) => [field, drawField(field, `${key}/${field.name}`)]));
  const submit = (event) => {
    event.preventDefault();
    const values = {};
    for (const [choice, select] of selects) {
      put(values, choice.name, choice.options[Number(select.value)].value);
    }
    for (const [field, input] of inputs) put(values, field.name, input.value);
    post(form.post, form.key ? { [form.key]: values } : values, event.submitter);
  };
  const labelled = (each, input) =>
    element("label", { class: "field" }, element("span", {}, say(each.label)), input);
  const fields = (of, made) => (of && of.length
    ? element("div", { class: "fields" }, ...of.map((each) => labelled(each, made.get(each))))
    : null);
  const folded = parts.map((each, i) => foldable(`${key}/part${i}`, false, "group",
    [element("span", {}, say(each.label))],
    [element("div", { class: "form" },
      ...each.choices.map((choice) => drawReading(choice, selects.get(choice))))]));
  return element("form", { class: "form", onsubmit: submit },
    fields(form.fields, inputs), fields(form.choices, selects), ...folded,
    fields(form.last, inputs),
    element("button", { type: "submit", class: "main", "data-key": `${key}/submit` },
      say(form.label)));
}

function drawSelect(choice, key) {
  const kept = `${key}/${choice.name}`;
  const select = element("select", { name: choice.name, "data-key": kept });
  choice.options.forEach((option, i) => {
    const same = JSON.stringify(option.value) === JSON.stringify(choice.value);
    select.append(element("option", { value: i, selected: same }, say(option.label)));
  });
  return select;
}

/* A choice between sentences: the one that is chosen stands above it in full. */
function drawReading(choice, select) {
  const sentence = element("span", { class: "reading" });
  const tell = () => { sentence.textContent = say(choice.options[Number(select.value)].label); };
  select.addEventListener("change", tell);
  tell();
  return element("label", { class: "field" },
    sentence, element("span", { class: "clauses" }, say(choice.label)), select);
}

function drawField(field, key) {
  const common = { name: field.name, "data-key": key, autocomplete: "off", spellcheck: "false" };
  const made = field.lines > 1
    ? element("textarea", { ...common, rows: field.lines })
    : element("input", { ...common, type: "text", autocapitalize: "none", maxlength: 400 });
  made.value = state.typed.has(key) ? state.typed.get(key) : field.value;
  made.addEventListener("input", () => state.typed.set(key, made.value));
  return made;
}

/* A name with a dot goes into a part of its own. */
function put(values, name, value) {
  const [part, rest] = name.split(".", 2);
  if (rest === undefined) values[name] = value;
  else (values[part] ||= {})[rest] = value;
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

/* ---- the whole page ---------------------------------------------------------------------- */

/* Draw a part only when what it shows has changed, and give the focus back. */
function part(id, content, draw) {
  const target = byId(id);
  const text = JSON.stringify([content, state.language, state.joined]);
  if (state.drawn.get(id) === text) return;
  state.drawn.set(id, text);
  const focused = target.contains(document.activeElement)
    ? document.activeElement.getAttribute("data-key") : null;
  target.replaceChildren(...draw(content).filter(Boolean));
  if (focused !== null) {
    const again = [...target.querySelectorAll("[data-key]")]
      .find((node) => node.getAttribute("data-key") === focused);
    if (again) again.focus({ preventScroll: true });
  }
}

function draw() {
  const display = state.shown && state.shown.display;
  document.documentElement.lang = LANGUAGE_TAGS[state.language];
  const other = LANGUAGES.find((language) => language !== state.language);
  const switcher = byId("language");
  switcher.textContent = LANGUAGE_NAMES[other];
  switcher.lang = LANGUAGE_TAGS[other];
  byId("doctor").textContent = word("doctor");
  byId("doctor").href = `/doctor?lang=${state.language}`;
  for (const name of ["setup", "calibrate"]) {
    byId(name).textContent = word(name);
    byId(name).hidden = !state.joined;
  }
  drawJoin();
  if (!display) return;
  byId("title").textContent = say(display.title);
  byId("subtitle").textContent = say(display.subtitle);
  byId("subtitle").hidden = !display.subtitle;
  document.title = `${display.yours ? "◆ " : ""}${say(display.title)}`;
  byId("prompt").classList.toggle("yours", display.yours);
  document.body.className = `view-${display.view}`;
  part("status", display.status, (status) => [element("span", {}, say(status.text))]);
  byId("status").className = `status ${display.status.key}`;
  part("prompt", display.prompt, (prompt) => [say(prompt)]);
  part("jump", display.jump, (jump) => [jump ? drawJump(jump) : null]);
  byId("jump").hidden = !state.joined || !display.jump;
  part("verdict", [display.verdict, display.status.details], ([verdict, details]) => [
    verdict ? drawNote(verdict) : null,
    ...details.map((detail) => element("p", { class: "details" }, say(detail)))]);
  drawPicture(display.picture);
  drawBoards(display.boards);
  part("buttons", display.buttons, (buttons) => buttons.map(drawAction));
  byId("buttons").hidden = !state.joined || !display.buttons.length;
  // The bar may need two rows; what stands last on the page must not lie under it.
  document.documentElement.style.setProperty("--bar", `${byId("buttons").offsetHeight}px`);
  drawSections(display.sections);
  settle();
  showAnswer();
  pin();
  speakVerdict(display.verdict);
}

/* What is due stays in view: once its line is scrolled away, it stands at the top in small. */
function pin() {
  const prompt = byId("prompt");
  const pinned = byId("pinned");
  pinned.textContent = prompt.textContent;
  pinned.classList.toggle("yours", prompt.classList.contains("yours"));
  pinned.hidden = !prompt.textContent || prompt.getBoundingClientRect().bottom > 0;
}

/* After a choice the next one is brought into view: the board that offers it, or its buttons. */
function follow() {
  if (!state.follows) return;
  state.follows = false;
  if ([...byId("boards").querySelectorAll(".spot.open")].some(inView)) return;
  // The board that is shown next may still have to be fetched: its places are known already.
  const onBoard = state.shown.display.boards.some(openSpots);
  const next = onBoard ? byId("boards") : byId("section-enter");
  if (next && !wholeInView(next)) next.scrollIntoView({ block: "start" });
}

function wholeInView(node) {
  const choices = node.querySelector("details:not([open]) > summary, .choices") || node;
  return inView(choices) && node.getBoundingClientRect().bottom
    <= innerHeight - byId("buttons").offsetHeight;
}

/* A way to a part of this page, when the person needs that part first. */
function drawJump(jump) {
  const go = (event) => {
    event.preventDefault();
    document.querySelector(jump.path).scrollIntoView({ block: "start" });
    document.querySelector(`${jump.path} button`)?.focus({ preventScroll: true });
  };
  return element("a", { class: "jump", href: jump.path, onclick: go }, say(jump.label));
}

function drawPicture(picture) {
  byId("picture").hidden = !picture;
  if (!picture) return;
  part("picture", picture, () => {
    const [width, height] = picture.size_wh;
    const image = byId("picture").querySelector("img") || element("img");
    image.setAttribute("width", width);
    image.setAttribute("height", height);
    image.setAttribute("alt", say(picture.alt));
    image.setAttribute("src", picture.path);
    return [element("a", { href: picture.path, target: "_blank", rel: "noopener",
      "data-key": "picture" }, image)];
  });
}

function drawSections(sections) {
  const holder = byId("sections");
  const wanted = sections.map((section) => `section-${section.id}`);
  for (const child of [...holder.children]) {
    if (!wanted.includes(child.id)) {
      state.drawn.delete(child.id);
      child.remove();
    }
  }
  sections.forEach((section, i) => {
    const id = wanted[i];
    const node = byId(id) || element("div", { id });
    // What stands in its place is not moved, or it would lose the focus.
    if (holder.children[i] !== node) holder.insertBefore(node, holder.children[i] || null);
    part(id, section, () => [drawSection(section)]);
    byId(id).hidden = !byId(id).firstChild;
  });
}

function drawJoin() {
  const form = byId("join");
  form.hidden = state.joined || !state.shown;
  part("join", null, () => [
    element("p", {}, word("join")),
    element("label", { class: "field" }, element("span", {}, word("code")),
      element("input", { name: "code", autocomplete: "off", autocapitalize: "characters",
        spellcheck: "false", required: true, "data-key": "code" })),
    element("button", { type: "submit", class: "main" }, word("joinButton"))]);
  form.onsubmit = (event) => {
    event.preventDefault();
    join(form.elements.code.value.trim(), true);
  };
  byId("invite").hidden = !state.joined;
  part("invite", [state.qr, state.qrTable], ([qr, qrTable]) => [
    element("summary", {}, element("span", {}, word("invite"))),
    element("p", { class: "label" }, word("inviteHelp")),
    ...drawCode(qr),
    ...(qrTable ? [element("p", { class: "label" }, word("inviteTable")), ...drawCode(qrTable)]
      : [])]);
  byId("invite").classList.add("invite");
}

const drawCode = (qr) =>
  (qr ? [element("img", { src: qr, alt: word("inviteAlt"), width: 288, height: 288 })] : []);

function notice(text) {
  byId("notice").textContent = text;
  byId("notice").hidden = !text;
}

/* The answer to a press far down the page is said there, too, or brought into view. */
function showAnswer() {
  for (const old of document.querySelectorAll(".answer")) old.remove();
  const answer = state.answer;
  if (!answer || !answer.note || !state.shown) return;
  if (answer.moment !== state.shown.display.moment) { state.answer = null; return; }
  const pressed = [...byId("sections").querySelectorAll("[data-key]")]
    .find((node) => node.getAttribute("data-key") === answer.key);
  const beside = pressed && pressed.closest("form, .choices");
  if (beside) beside.after(element("div", { class: "answer" }, drawNote(answer.note)));
  const shown = byId("sections").querySelector(".answer");
  if (!answer.fresh) return;
  answer.fresh = false;
  if (shown && shown.getClientRects().length) shown.scrollIntoView({ block: "nearest" });
  else if (!inView(byId("verdict"))) byId("verdict").scrollIntoView({ block: "center" });
}

function inView(node) {
  const box = node.getBoundingClientRect();
  return box.top >= 0 && box.bottom <= innerHeight - byId("buttons").offsetHeight;
}

const verdictNow = () => JSON.stringify(state.shown && state.shown.display.verdict);

/* What a request that was carried out led to, once the page shows it. */
function settle() {
  const answer = state.answer;
  if (!answer || answer.note || verdictNow() === answer.before) return;
  const { verdict, moment } = state.shown.display;
  if (verdict) Object.assign(answer, { note: verdict, moment });
}

/* ---- talking to the table ---------------------------------------------------------------- */

/* Never show an older Display: another table starts afresh, else version and epoch only grow. */
function take(published) {
  const old = state.shown;
  const newer = !old || published.table !== old.table || published.epoch > old.epoch
    || (published.epoch === old.epoch && published.version > old.version)
    || (published.version === old.version && published.own && !old.own);
  if (!newer) return;
  state.shown = published;
  document.body.dataset.version = published.version;
  draw();
}

async function post(path, body, button) {
  notice("");
  const key = button ? button.getAttribute("data-key") : null;
  state.answer = { key, before: verdictNow(), note: null, moment: 0, fresh: true };
  if (button) button.disabled = true;
  try {
    const moment = state.shown ? state.shown.display.moment : null;
    const answer = await fetch(path, {
      method: "POST", credentials: "same-origin",
      headers: { "Content-Type": "application/json", "X-Join-Code": state.code },
      body: JSON.stringify({ ...body, moment }),
    });
    const said = await answer.json();
    if (answer.ok) {
      state.typed.clear();
      state.follows = FOLLOWED.includes(path);
      return;
    }
    if (answer.status === 401) leave();
    if (!said.note) { state.answer = null; notice(refusal(said)); return; }
    await refresh(); // the page as it is after the refusal shows it, most often
    const { verdict, moment: now } = state.shown.display;
    state.answer = { key, note: said.note, moment: now, fresh: true };
    showAnswer();
    if (!verdict || verdict.text.en !== said.note.text.en) notice(say(said.note.text));
  } catch {
    notice(word("failed"));
  } finally {
    if (button) button.disabled = false;
    if (button && button.isConnected) button.focus({ preventScroll: true });
    refresh().then(follow);
  }
}

/* Why the table refused a request: in this page's language, where it says it in both. */
function refusal(said) {
  const why = said.text ? say(said.text) : said.error;
  const end = /[.!?。！？]$/.test(why) ? "" : (state.language === "zh" ? "。" : ".");
  return why.charAt(0).toUpperCase() + why.slice(1) + end;
}

async function refresh() {
  try {
    const answer = await fetch("/api/table", { cache: "no-store" });
    if (answer.ok) take(await answer.json());
  } catch { /* the stream says that the connection is lost */ }
}

async function join(code, typed) {
  notice("");
  try {
    const answer = await fetch("/api/join", {
      method: "POST", headers: { "Content-Type": "application/json", "X-Join-Code": code },
      body: "{}",
    });
    if (answer.ok) {
      state.joined = true;
      state.code = code;
      remember("joinCode", code);
      showCode();
      connect(); // a phone that has joined may be shown more
      if (state.as) takeRole();
    } else if (typed) {
      notice(refusal(await answer.json()));
    } else if (answer.status === 401) {
      leave();
    } else if (answer.status === 503) {
      setTimeout(() => join(code, false), RETRY_MS); // the table was busy
    }
  } catch {
    if (typed) notice(word("failed"));
    else setTimeout(() => join(code, false), RETRY_MS);
  }
  draw();
}

function leave() {
  state.joined = false;
  state.code = "";
  remember("joinCode", null);
  draw();
}

async function showCode() {
  try {
    state.qr = await fetchCode("/api/join.svg", state.qr);
    if (state.shown && hasRoles(state.shown.display)) {
      state.qrTable = await fetchCode("/api/join.svg?as=table", state.qrTable);
    }
    draw();
  } catch { /* without the picture the other phone types the code */ }
}

async function fetchCode(path, old) {
  const answer = await fetch(path, { headers: { "X-Join-Code": state.code } });
  if (!answer.ok) return old;
  if (old) URL.revokeObjectURL(old);
  return URL.createObjectURL(await answer.blob());
}

const hasRoles = (display) => display.sections.some((section) => section.id === "role");

/* The code that was scanned says what this screen is for; asked for once. */
async function takeRole() {
  const role = state.as;
  state.as = "";
  try {
    await fetch("/api/role", {
      method: "POST", credentials: "same-origin",
      headers: { "Content-Type": "application/json", "X-Join-Code": state.code },
      body: JSON.stringify({ role }),
    });
  } catch { /* the person can choose it on the page */ }
}

function offline(is) {
  byId("offline").hidden = !is;
  byId("offline").textContent = is ? word("offline") : "";
}

function connect() {
  if (state.stream) state.stream.close();
  state.heardAt = Date.now();
  const stream = new EventSource("/api/stream");
  state.stream = stream;
  const heard = () => { state.heardAt = Date.now(); offline(false); };
  stream.addEventListener("display", (event) => { heard(); take(JSON.parse(event.data)); });
  stream.addEventListener("alive", (event) => {
    heard();
    if (!state.shown || Number(event.data) > state.shown.version) refresh();
  });
  stream.onerror = () => {
    offline(true);
    // After a refusal (too many phones) the browser gives up, so we try again ourselves.
    if (stream.readyState === EventSource.CLOSED && state.stream === stream) {
      state.stream = null;
      setTimeout(connect, RETRY_MS);
      refresh();
    }
  };
}

function watch() {
  if (state.stream && Date.now() - state.heardAt > SILENT_MS) { offline(true); connect(); }
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
  const match = /[#&]join=([A-Za-z0-9]+)/.exec(location.hash);
  state.as = (/[#&]as=(table|player)/.exec(location.hash) || ["", ""])[1];
  if (match) history.replaceState(null, "", location.pathname);
  const code = match ? match[1] : recall("joinCode");
  draw();
  connect();
  if (code) join(code, false);
  setInterval(watch, 5000);
  startSpeech();
  startOffline();
  addEventListener("scroll", pin, { passive: true });
  addEventListener("online", connect);
  addEventListener("pageshow", (event) => { if (event.persisted) connect(); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) refresh(); });
}

start();
