/* Taking part: the join code, the codes for other phones, what this screen is for. */
"use strict";

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
