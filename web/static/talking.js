/* Talking to the table: what is asked for, what comes back, the stream of Displays. */
"use strict";

const SILENT_MS = 40000; // the server says something every 15 s
const RETRY_MS = 2000;
const FOLLOWED = ["/api/tap", "/api/back"];

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
