/* Pictures that a phone takes and sends: the button, the wait, what the table says of them. */
"use strict";

const PHOTO_BYTES = 25e6;
const PHOTO_WORDS = {
  sending: ["Sending and reading the picture; this takes some seconds ...",
            "正在傳送並判讀照片，需要幾秒鐘……"],
  large: ["The picture is larger than 25 MB; choose a smaller size in the camera's settings.",
          "照片超過 25 MB；請在相機設定中選擇較小的尺寸。"],
};
const photoAnswers = new Map(); // by path: the file's name while it is sent, or the answer

const photoWord = (key) => PHOTO_WORDS[key][LANGUAGES.indexOf(state.language)];

function drawPhoto(picture) {
  const [width, height] = picture.size_wh;
  const image = element("img", { src: picture.path, alt: say(picture.alt), width, height });
  return element("figure", { class: "picture" },
    element("a", { href: picture.path, target: "_blank", rel: "noopener" }, image));
}

/* JPEG is asked for by name: an iPhone then turns its own format into it. */
function drawUpload(upload, key) {
  if (!state.joined) return null;
  const told = element("div", { class: "upload-answer", role: "status", "data-of": upload.post });
  const input = element("input", { type: "file", accept: "image/jpeg,image/png,image/webp",
    "data-key": key });
  input.addEventListener("change", () => {
    const [file] = input.files;
    input.value = "";
    if (file) sendPhoto(upload.post, file, told);
  });
  tellPhoto(upload.post, told);
  return element("div", { class: "upload" },
    element("label", { class: "choose" }, input, element("span", {}, say(upload.label))), told);
}

function tellPhoto(path, told) {
  const answer = photoAnswers.get(path);
  if (!answer) return;
  told.replaceChildren(...(answer.sending
    ? [element("p", { class: "sending" }, photoWord("sending"))]
    : [drawNote(answer.note), ...(answer.sections || []).map(drawSection).filter(Boolean)]));
}

async function sendPhoto(path, file, told) {
  photoAnswers.set(path, { sending: true });
  tellPhoto(path, told);
  photoAnswers.set(path, await photoAnswer(path, file));
  // The page may have been drawn anew while the picture was on its way.
  const now = told.isConnected ? told : [...document.querySelectorAll(".upload-answer")]
    .find((each) => each.getAttribute("data-of") === path);
  if (!now) return;
  tellPhoto(path, now);
  now.scrollIntoView({ block: "nearest" });
}

async function photoAnswer(path, file) {
  if (file.size > PHOTO_BYTES) return refusedPhoto(PHOTO_WORDS.large);
  try {
    const answer = await fetch(path, {
      method: "POST", credentials: "same-origin", body: file,
      headers: { "Content-Type": file.type || "application/octet-stream",
        "X-Join-Code": state.code },
    });
    if (answer.status === 401) leave();
    if (answer.headers.get("Content-Type") !== "application/json") {
      return refusedPhoto(answer.status === 413 ? PHOTO_WORDS.large : WORDS.failed);
    }
    const said = await answer.json();
    if (said.note) return said;
    return refusedPhoto(said.text ? [said.text.en, said.text.zh] : [said.error, said.error]);
  } catch {
    return refusedPhoto(WORDS.failed);
  }
}

const refusedPhoto = ([en, zh]) =>
  ({ note: { tone: "refused", text: { en, zh }, clauses: [], actions: [] } });
