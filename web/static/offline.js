/* Keeps the page's own files, so that it opens from the home screen while the table is off; the
   table's state is never kept.  What the table answers always comes first. */
"use strict";

const KEPT = "page-2";
const FILES = [
  "/", "/static/table.css", "/static/icon.svg", "/static/words.js", "/static/elements.js",
  "/static/parts.js", "/static/forms.js", "/static/answers.js", "/static/joining.js",
  "/static/talking.js", "/static/boards.js", "/static/board_drawing.js", "/static/board_spots.js",
  "/static/board_zoom.js", "/static/charts.js", "/static/speech.js", "/static/photos.js",
  "/static/table.js",
];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FILES)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) =>
    Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)))));
});

self.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== "GET" || !FILES.includes(address.pathname)) return;
  event.respondWith(newest(event.request));
});

async function newest(request) {
  const kept = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok) await kept.put(request, answer.clone());
    return answer;
  } catch (error) {
    const old = await kept.match(request, { ignoreSearch: true });
    if (old) return old;
    throw error;
  }
}
