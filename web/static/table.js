/* Draws any Display (see /api/openapi.json) and keeps it newest.  No framework, no build step.
   What it is made of stands in the files beside this one. */
"use strict";

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
  // Kept at once, since a person may be on another page before the table has answered.
  if (match) remember("joinCode", code);
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
