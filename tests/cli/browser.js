// Looks for faults in its page, and reports them to the surrounding page.
"use strict";
const faults = new Set();

addEventListener("error", error => {
  const source = error.target.src || error.target.href;
  faults.add(source ? `asks for ${source}` : error.message);
}, true);
addEventListener("load", () => {
  look();
  parent.postMessage({ frame: FRAME, faults: [...faults].slice(0, 20) }, "*");
});

function look() {
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) {
    faults.add(`wider than the window: ${root.scrollWidth} pixels; ${widest()}`);
  }
  // Tables may scroll within their own box on small screens; pictures must be visible as a whole.
  for (const figure of document.querySelectorAll("figure")) {
    if (figure.scrollWidth > figure.clientWidth + 1) {
      faults.add(`a figure of ${figure.scrollWidth} pixels scrolls sideways: ${figure.textContent.slice(0, 40)}`);
    }
  }
  for (const box of document.querySelectorAll(".scroll")) {
    if (FRAME.endsWith("desktop") && box.scrollWidth > box.clientWidth + 1) {
      faults.add(`a table of ${box.scrollWidth} pixels is clipped: ${box.textContent.slice(0, 40)}`);
    }
  }
  for (const resource of performance.getEntriesByType("resource")) faults.add(`asks for ${resource.name}`);
  for (const picture of document.querySelectorAll("svg")) lookAtPicture(picture);
  for (const element of document.body.querySelectorAll("*")) {
    if (getComputedStyle(element).overflowX === "hidden" && element.scrollWidth > element.clientWidth + 1) {
      faults.add(`\`${element.textContent.slice(0, 40)}\` is cut off`);
    }
  }
}

// The element that extends farthest to the right.
function widest() {
  const scrolled = element => element.closest(".scroll, pre") !== null;
  const all = [...document.body.querySelectorAll("*")].filter(element => !scrolled(element));
  const right = element => element.getBoundingClientRect().right;
  const out = all.reduce((most, element) => right(element) > right(most) ? element : most, document.body);
  return `${out.tagName}.${out.getAttribute("class")}: ${out.textContent.slice(0, 40)}`;
}

function lookAtPicture(picture) {
  // Of each game, only one board is shown at a time.
  if (!picture.checkVisibility()) return;
  const frame = picture.getBoundingClientRect();
  if (frame.width < 1 || frame.height < 1) {
    faults.add("a picture without a size");
    return;
  }
  const written = [...picture.querySelectorAll("text")].filter(text => text.textContent.trim() !== "");
  const texts = written.map(text => ({ text, box: text.getBoundingClientRect() }));
  const title = picture.querySelector("title")?.textContent ?? picture.getAttribute("aria-label") ?? "";
  const say = what => faults.add(`${what} (${title.slice(0, 60)})`);
  for (const { text, box } of texts) {
    const out = Math.max(frame.left - box.left, box.right - frame.right, frame.top - box.top, box.bottom - frame.bottom);
    if (out > 1.5) say(`\`${text.textContent}\` is cut off`);
    if (box.height < 6) say(`\`${text.textContent}\` is too small: ${box.height.toFixed(1)} pixels`);
  }
  for (let i = 0; i < texts.length; i++) {
    for (let j = i + 1; j < texts.length; j++) {
      if (overlap(texts[i], texts[j])) {
        say(`\`${texts[i].text.textContent}\` and \`${texts[j].text.textContent}\` overlap`);
      }
    }
  }
}

// Whether two texts overlap: a box has room above and below its letters, where boxes may overlap.
function overlap({ box: a }, { box: b }) {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return across > 1 && down > Math.min(a.height, b.height) * 0.4;
}
