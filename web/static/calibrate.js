/* Calibrates a camera: shows what its pictures cover, sends them, and has the lens worked out. */
"use strict";

const WORDS = {
  title: ["Calibrate a camera", "校正相機"],
  why: ["Without this the lens is guessed from the markers of a board; with it places are more exact. Each camera, and each zoom of a phone, is calibrated once.",
        "沒有校正時，鏡頭由圖板標記推測；校正後位置更準確。每台相機（手機的每個縮放）只需一次。"],
  print: ["1. Print the sheet", "1. 列印校正圖"],
  printHelp: ["At 100 %. Glue it onto something stiff and flat.", "以 100 % 列印，貼在又硬又平的板子上。"],
  show: ["2. Show it to the camera", "2. 給相機看"],
  whose: ["Pictures of {camera}: {count}", "{camera} 的照片：{count} 張"],
  none: ["No pictures yet. Take about 15: near and far, in every corner, leaning to each side.",
         "還沒有照片。請拍約 15 張：有近有遠，每個角落，並向各邊傾斜。"],
  map: ["Where the sheet was seen in the picture", "校正圖在畫面中出現的位置"],
  take: ["Take a picture with the table's camera", "用桌邊相機拍一張"],
  send: ["Send pictures of this phone's camera", "傳送這支手機拍的照片"],
  wait: ["Looking at the picture ...", "正在查看照片……"],
  fitting: ["Working out the lens ...", "正在計算鏡頭……"],
  end: ["3. Work it out", "3. 計算"],
  enough: ["That is enough.", "照片夠了。"],
  finish: ["Calibrate", "校正"],
  forget: ["Start anew", "重新開始"],
  sure: ["Throw these pictures away?", "要丟掉這些照片嗎？"],
  back: ["Back to the table", "回到桌面"],
  join: ["Join the table first: scan its QR code, then come back here.",
         "請先加入桌面：掃描 QR 碼後再回到這裡。"],
  failed: ["That did not reach the table. Check the connection and try again.",
           "沒有送到桌面。請檢查連線後再試。"],
  large: ["The picture is larger than 25 MB.", "照片超過 25 MB。"],
};
const LANGUAGES = ["en", "zh"];
const NAMES = { en: "English", zh: "中文" };
const PAPERS = { a4: "A4", a3: "A3", letter: "Letter" };
const FULL = 12; // corners in a cell
const PICTURE_BYTES = 25e6;

const state = { language: "en", code: recall("joinCode") || "", shown: null, busy: "", told: null };
const word = (key) => WORDS[key][LANGUAGES.indexOf(state.language)];
const say = (text) => text[state.language];

function drawMap(cells) {
  const [rows, columns] = [cells.length, cells[0].length];
  const drawn = cells.flatMap((row, y) => row.map((count, x) => vector("rect", { x, y, width: 1, height: 1,
    fill: count ? "#ffe39a" : "#1f2852", "fill-opacity": count ? 0.25 + 0.75 * Math.min(1, count / FULL) : 1 })));
  return vector("svg", { viewBox: `0 0 ${columns} ${rows}`, role: "img", "aria-label": word("map") }, ...drawn);
}

function note(tone, text) {
  return element("div", { class: `note ${tone}` }, element("span", {}, text));
}

function button(key, style, act) {
  return element("button", { type: "button", class: style, disabled: Boolean(state.busy),
    "data-key": key, onclick: act }, word(key));
}

function chooser() {
  const input = element("input", { type: "file", accept: "image/jpeg,image/png,image/webp",
    multiple: true, disabled: Boolean(state.busy) });
  input.onchange = () => sendAll([...input.files]);
  return element("label", { class: "choose" }, input, element("span", {}, word("send")));
}

function draw() {
  document.documentElement.lang = state.language === "zh" ? "zh-Hant" : "en";
  const other = LANGUAGES.find((language) => language !== state.language);
  byId("language").textContent = NAMES[other];
  for (const id of ["title", "why", "print", "show", "end", "back"]) byId(id).textContent = word(id);
  document.title = word("title");
  byId("print-help").textContent = word("printHelp");
  byId("papers").replaceChildren(...Object.entries(PAPERS).map(([paper, name]) =>
    element("a", { class: "button", href: `/api/calibration-sheet-${paper}.pdf`, download: true }, name)));
  const focus = document.activeElement && document.activeElement.getAttribute("data-key");
  drawState();
  if (focus) document.querySelector(`[data-key="${focus}"]`)?.focus();
}

function drawState() {
  const shown = state.shown;
  if (!shown) return;
  byId("whose").textContent = shown.pictures
    ? word("whose").replace("{camera}", shown.camera).replace("{count}", shown.pictures)
    : word("none");
  byId("map").replaceChildren(...(shown.pictures ? [drawMap(shown.cells)] : []));
  byId("missing").replaceChildren(...(shown.pictures ? shown.missing : [])
    .map((text) => element("li", {}, say(text))));
  byId("answer").replaceChildren(...(state.busy ? [note("info", word(state.busy))]
    : state.told ? [note(state.told.tone, say(state.told.text))] : []));
  const acts = shown.takes ? [button("take", "main", () => ask("take", "wait"))] : [];
  byId("acts").replaceChildren(...(state.code ? [...acts, chooser()] : [note("info", word("join"))]));
  const complete = shown.pictures > 0 && !shown.missing.length;
  byId("ending").replaceChildren(
    ...(complete && !shown.done ? [element("p", {}, word("enough"))] : []),
    ...(state.code && shown.pictures && !shown.done ? [
      button("finish", complete ? "main" : "plain", () => ask("finish", "fitting")),
      button("forget", "quiet", () => { if (confirm(word("sure"))) ask("forget", "wait"); }),
    ] : []));
}

async function request(path, body, kind) {
  if (body && body.size > PICTURE_BYTES) return refused(WORDS.large);
  try {
    const answer = await fetch(path, { method: "POST", credentials: "same-origin", body,
      headers: { "X-Join-Code": state.code, "Content-Type": kind } });
    if (answer.headers.get("Content-Type") !== "application/json") return refused(WORDS.failed);
    const said = await answer.json();
    if (said.cells) return said;
    return refused(said.text ? [said.text.en, said.text.zh] : [said.error, said.error]);
  } catch {
    return refused(WORDS.failed);
  }
}

const refused = ([en, zh]) => ({ note: { tone: "refused", text: { en, zh } } });

function take(answer) {
  if (answer.cells) state.shown = answer;
  state.told = answer.note;
}

async function ask(act, busy) {
  state.busy = busy;
  draw();
  take(await request(`/api/calibration/${act}`, "{}", "application/json"));
  state.busy = "";
  draw();
}

async function sendAll(files) {
  for (const file of files) {
    state.busy = "wait";
    draw();
    take(await request("/api/calibration/picture", file, file.type || "application/octet-stream"));
    state.busy = "";
    draw();
  }
}

async function start() {
  const saved = recall("language");
  const first = (navigator.language || "en").toLowerCase().startsWith("zh") ? "zh" : "en";
  state.language = LANGUAGES.includes(saved) ? saved : first;
  byId("language").onclick = () => {
    state.language = LANGUAGES.find((language) => language !== state.language);
    remember("language", state.language);
    draw();
  };
  draw();
  try {
    state.shown = await (await fetch("/api/calibration.json", { cache: "no-store" })).json();
  } catch {
    state.told = refused(WORDS.failed).note;
  }
  draw();
}

start();
