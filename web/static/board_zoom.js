/* A board nearer and farther, so that a finger hits one place for sure. */
"use strict";

const SMALL_PX = 36; // a place that is smaller on the screen is shown larger before it is chosen
const COMFORTABLE_PX = 52;
const MOST_ZOOM = 12;
const MOST_TALL = 0.7; // of the window's height
const LEAST_TALL_PX = 200; // while a board is shown larger
const ZOOM_STEP = 1.7;

const pxPerMm = () => {
  const svg = byId("board-view").querySelector("svg");
  return svg ? svg.getBoundingClientRect().width / table.file.size_mm[0] : 1;
};

/* Where a finger can't hit one place for sure, the first tap only brings it nearer. */
function tapSpot(event, box, choose) {
  const size = box.size * pxPerMm();
  const zoom = table.zoom.get(table.shown) || 1;
  if (event.detail === 0 || size >= SMALL_PX || zoom >= MOST_ZOOM) { choose(); return; }
  nearer(event, COMFORTABLE_PX / size);
}

function tapBeside(event) {
  const spots = table.file.spots.filter((spot) => table.boards
    .some((board) => board.id === table.shown
      && board.spots.some((each) => each.id === spot.id && each.state === "open")));
  if (!spots.length) return;
  const smallest = Math.min(...spots.map((spot) => boxOf(spot.xy_mm).size)) * pxPerMm();
  if (smallest < SMALL_PX) nearer(event, COMFORTABLE_PX / smallest);
}

function nearer(event, times) {
  zoomBy(times, [event.clientX, event.clientY]);
  byId("board-hint").textContent = word("nearer");
}

/* The window on the board stays as tall as the whole board was, so that nothing below it moves. */
function zoomTo(zoom) {
  const view = byId("board-view");
  const svg = view.querySelector("svg");
  table.zoom.set(table.shown, zoom);
  if (!svg) return;
  svg.style.width = `${zoom * 100}%`;
  const [width, height] = table.file.size_mm;
  const tall = Math.min(view.clientWidth * (height / width), innerHeight * MOST_TALL);
  view.style.height = zoom > 1 ? `${Math.max(tall, LEAST_TALL_PX)}px` : "";
}

/* Zoom so that what lies at this point of the window (or in the middle) comes to the middle. */
function zoomBy(times, at) {
  const view = byId("board-view");
  const old = table.zoom.get(table.shown) || 1;
  const zoom = Math.max(1, Math.min(MOST_ZOOM, old * times));
  const box = view.getBoundingClientRect();
  const [x, y] = at || [box.left + box.width / 2, box.top + box.height / 2];
  const left = (view.scrollLeft + x - box.left) * (zoom / old);
  const top = (view.scrollTop + y - box.top) * (zoom / old);
  zoomTo(zoom);
  view.scrollTo(left - view.clientWidth / 2, top - view.clientHeight / 2);
}

function distance(touches) {
  return Math.hypot(touches[0].clientX - touches[1].clientX,
    touches[0].clientY - touches[1].clientY);
}

/* Two fingers zoom; one scrolls, which the browser does by itself. */
function watchFingers(view) {
  let before = 0;
  view.addEventListener("touchstart", (event) => {
    before = event.touches.length === 2 ? distance(event.touches) : 0;
  }, { passive: true });
  view.addEventListener("touchmove", (event) => {
    if (event.touches.length !== 2 || !before) return;
    event.preventDefault();
    const now = distance(event.touches);
    const at = [(event.touches[0].clientX + event.touches[1].clientX) / 2,
      (event.touches[0].clientY + event.touches[1].clientY) / 2];
    zoomBy(now / before, at);
    before = now;
  }, { passive: false });
}
