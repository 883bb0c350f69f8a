/* What the last press led to, said where it was pressed. */
"use strict";

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
