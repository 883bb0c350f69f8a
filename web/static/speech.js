/* Verdicts read aloud by the browser when somebody asks for it; and the page on a home screen. */
"use strict";

const VOICES = { en: "en-GB", zh: "zh-TW" };
const SPEECH = "speechSynthesis" in window ? window.speechSynthesis : null;

const speech = { on: false, said: null };

function startSpeech() {
  if (!SPEECH) return;
  const button = byId("speech");
  button.hidden = false;
  button.onclick = () => {
    speech.on = !speech.on;
    if (!speech.on) SPEECH.cancel();
    labelSpeech();
    // The first words follow a press, as browsers demand.
    if (speech.on && state.shown) {
      speech.said = null;
      speakVerdict(state.shown.display.verdict);
    }
  };
  labelSpeech();
}

/* The sign is drawn; the words are for those who hear the page. */
function labelSpeech() {
  const button = byId("speech");
  if (!button || button.hidden) return;
  const words = word(speech.on ? "speaks" : "speak");
  button.replaceChildren(loudspeaker(speech.on));
  button.setAttribute("aria-label", words);
  button.setAttribute("title", words);
  button.setAttribute("aria-pressed", String(speech.on));
}

function loudspeaker(on) {
  const made = vector("svg", { viewBox: "0 0 24 24", class: "sign", "aria-hidden": "true" },
    vector("path", { class: "solid", d: "M3 9h4l6-5v16l-6-5H3z" }));
  made.append(on
    ? vector("path", { class: "line", d: "M16 8.5a5 5 0 0 1 0 7M18.5 5.5a9 9 0 0 1 0 13" })
    : vector("path", { class: "line", d: "m16.5 9.5 5 5m0-5-5 5" }));
  return made;
}

/* Each verdict is said once, in the language of the page; a newer one cuts an older one short. */
function speakVerdict(verdict) {
  labelSpeech();
  const words = verdict ? [word(verdict.tone), say(verdict.text)].filter(Boolean).join(" ") : "";
  const now = JSON.stringify([words, state.shown && state.shown.display.moment]);
  if (now === speech.said) return;
  const first = speech.said === null && !speech.on;
  speech.said = now;
  if (!speech.on || first || !words) return;
  SPEECH.cancel();
  const saying = new SpeechSynthesisUtterance(words);
  saying.lang = VOICES[state.language];
  SPEECH.speak(saying);
}

/* Where the address is secure, the page itself opens from the home screen without a network. */
function startOffline() {
  if (!window.isSecureContext || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/offline.js", { scope: "/" }).catch(() => {});
}
