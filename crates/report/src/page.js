"use strict";
// The interactive parts of a page: values under the pointer, games turn by turn, and the current section in the contents. The script has
// no less-than sign, so that it can be embedded in HTML unchanged.
(() => {
  // Values: a part of a chart has its value as its title, which browsers show late, and on touch screens not at all.
  const tooltip = document.body.appendChild(document.createElement("div"));
  tooltip.id = "tooltip";
  tooltip.hidden = true;
  for (const title of document.querySelectorAll(".charts svg * > title")) {
    title.parentNode.dataset.value = title.textContent;
    title.remove();
  }
  const showValue = event => {
    const part = event.target.closest?.("[data-value]");
    tooltip.hidden = !part;
    if (!part) return;
    tooltip.textContent = part.dataset.value;
    const place = (at, size, room) => Math.max(4, Math.min(at + 14, room - size - 4));
    const x = place(event.clientX, tooltip.offsetWidth, innerWidth);
    const y = event.clientY - tooltip.offsetHeight - 14;
    tooltip.style.transform = `translate(${x}px, ${y > 4 ? y : place(event.clientY, tooltip.offsetHeight, innerHeight)}px)`;
  };
  addEventListener("pointermove", showValue);
  addEventListener("pointerdown", showValue);
  addEventListener("scroll", () => { tooltip.hidden = true; }, { passive: true });

  // Games: one board, with a slider and the arrow keys.
  let current = null;
  const games = [...document.querySelectorAll(".game")].map(article => {
    const frames = [...article.querySelectorAll(".boards > figure")];
    const stepper = article.querySelector(".stepper");
    const slider = document.createElement("input");
    Object.assign(slider, { type: "range", min: 0, max: frames.length - 1 });
    slider.setAttribute("aria-label", "turn");
    const lead = article.querySelector(".lead svg");
    const now = lead?.querySelector(".now");
    const turnOf = frame => Number(frame.dataset.turn);
    const show = at => {
      const next = Math.max(0, Math.min(at, frames.length - 1));
      frames.forEach((frame, i) => frame.classList.toggle("now", i === next));
      slider.value = next;
      slider.setAttribute("aria-valuetext", frames[next].querySelector("figcaption").textContent);
      now?.setAttribute("x", turnOf(frames[next]) - 1);
      current = game;
    };
    const game = { article, show, step: by => show(Number(slider.value) + by) };
    const button = (sign, label, act) => {
      const made = document.createElement("button");
      Object.assign(made, { type: "button", textContent: sign, title: label, onclick: act });
      made.setAttribute("aria-label", label);
      return made;
    };
    stepper.append(
      button("|◀", "first turn", () => show(0)), button("◀", "previous turn (left arrow)", () => game.step(-1)), slider,
      button("▶", "next turn (right arrow)", () => game.step(1)), button("▶|", "last turn", () => show(frames.length - 1)),
    );
    slider.oninput = () => show(Number(slider.value));
    const pick = event => {
      if (event.type === "pointermove" && event.buttons === 0) return;
      const box = lead.getBoundingClientRect();
      const turn = Math.ceil((event.clientX - box.left) / box.width * Number(lead.dataset.turns));
      const after = frames.findIndex(frame => turnOf(frame) >= turn);
      show(after === -1 ? frames.length - 1 : after);
    };
    lead?.addEventListener("pointerdown", pick);
    lead?.addEventListener("pointermove", pick);
    article.classList.add("steps");
    show(frames.length - 1);
    return game;
  });
  current = null;
  // The arrow keys step through the game that was used last if it is in view, or otherwise through the most visible game.
  const visibleHeight = ({ article }) => {
    const { top, bottom } = article.getBoundingClientRect();
    return Math.min(bottom, innerHeight) - Math.max(top, 0);
  };
  addEventListener("keydown", event => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || event.ctrlKey || event.altKey || event.metaKey || event.target.matches?.("input, textarea, select")) return;
    const seen = [...games].sort((a, b) => visibleHeight(b) - visibleHeight(a));
    const game = current && visibleHeight(current) > 80 ? current : seen[0];
    if (!game || 80 > visibleHeight(game)) return;
    game.step(by);
    event.preventDefault();
  });

  // Contents: marks the current section.
  const links = new Map([...document.querySelectorAll("nav a")].map(link => [link.hash.slice(1), link]));
  const mark = () => {
    const above = [...links.keys()].filter(id => 120 > document.getElementById(id).getBoundingClientRect().top);
    const here = above.at(-1) ?? links.keys().next().value;
    links.forEach((link, id) => link.classList.toggle("here", id === here));
  };
  addEventListener("scroll", mark, { passive: true });
  mark();
})();
