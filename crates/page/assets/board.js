// The board: the server's picture, on which clicks build one of the legal actions that the server listed.
import { $, el, ask } from "./api.js";

const SVG = "http://www.w3.org/2000/svg";
export class Board {
  constructor(play, rules) {
    this.root = $("board");
    this.play = play;
    this.rules = rules;
    this.chosen = [];
    this.at = null;
    this.root.addEventListener("click", event => event.altKey && cellOf(event) ? this.write(cellOf(event)) : this.click(cellOf(event)));
    this.root.addEventListener("keydown", event => this.key(event));
    this.root.addEventListener("pointerover", event => this.hover(cellOf(event)));
    this.root.addEventListener("pointerleave", () => this.say(""));
    this.root.addEventListener("focusin", event => this.hover(cellOf(event)));
  }

  // Shows a position; `open` says whether a person may act.
  show(shown, open) {
    const old = this.shown;
    this.shown = shown;
    // A picture that is replaced while a button is down gets no click.
    const texts = it => it.legal.map(action => action.text).join();
    if (old && open === this.open && old.svg === shown.svg && texts(old) === texts(shown) && this.root.firstChild) return;
    this.legal = open ? shown.legal.filter(action => action.cells.length > 0) : [];
    this.open = open;
    this.reasons = new Map();
    const focused = this.root.contains(document.activeElement) ? this.at : null;
    // The picture is the server's own, and all text in it is escaped.
    this.root.innerHTML = shown.svg;
    this.cells = new Map([...this.root.querySelectorAll("[data-cell]")].map(cell => [cell.dataset.cell, cell]));
    this.choose([]);
    this.say("");
    if (focused && this.cells.has(focused)) this.focus(focused);
  }

  candidates(chosen = this.chosen) {
    return this.legal.filter(action => action.set
      ? chosen.every(cell => action.cells.includes(cell))
      : chosen.every((cell, i) => action.cells[i] === cell));
  }

  next(chosen) {
    const cells = this.candidates(chosen).flatMap(action =>
      action.set ? action.cells.filter(cell => !chosen.includes(cell)) : action.cells.slice(chosen.length, chosen.length + 1));
    return new Set(cells);
  }

  // The actions that are complete with the chosen cells.
  complete() {
    return this.candidates().filter(action => action.cells.length === this.chosen.length);
  }

  choose(chosen) {
    this.chosen = chosen;
    const next = this.next(chosen);
    const first = this.at && this.cells.has(this.at) ? this.at : [...next][0] ?? [...this.cells.keys()][0];
    for (const [name, cell] of this.cells) {
      const isLegal = next.has(name);
      cell.classList.toggle("legal", isLegal);
      cell.classList.toggle("chosen", chosen.includes(name));
      cell.classList.remove("hinted");
      cell.setAttribute("tabindex", name === first ? 0 : -1);
      cell.setAttribute("role", "button");
      cell.setAttribute("aria-label", `${cell.querySelector("title")?.textContent ?? name}${isLegal ? ", legal" : ""}`);
      cell.querySelector(".dot")?.remove();
      if (isLegal) cell.append(dot(cell));
    }
    const complete = chosen.length ? this.complete() : [];
    $("choices").replaceChildren(...complete.map(action =>
      el("button", { textContent: `${action.text}: ${action.does}`, onclick: () => { this.focus(this.at); this.play(action.text); } })),
      ...(chosen.length ? [el("button", { textContent: "Choose again", onclick: () => this.choose([]) })] : []));
  }

  click(name) {
    if (!name || !this.open) return;
    this.at = name;
    const again = this.chosen.at(-1) === name;
    if (again) {
      const complete = this.complete();
      return complete.length === 1 ? this.play(complete[0].text) : this.choose([]);
    }
    if (this.next(this.chosen).has(name)) {
      this.choose([...this.chosen, name]);
      const all = this.candidates(), complete = this.complete();
      if (complete.length === 1 && all.length === 1) this.play(complete[0].text);
    } else if (this.next([]).has(name)) {
      this.choose([]);
      this.click(name);
    } else {
      this.hover(name, true);
    }
  }

  // Says why a cell is not legal.
  hover(name, now = false) {
    clearTimeout(this.timer);
    if (!name || !this.open || this.next(this.chosen).has(name)) return this.say("");
    this.timer = setTimeout(async () => {
      const key = `${this.chosen} ${name}`, shown = this.shown;
      if (!this.reasons.has(key)) {
        const body = { ...this.rules(), actions: shown.actions, chosen: this.chosen, cell: name };
        this.reasons.set(key, ask("why", body).then(found => found.why, () => null));
      }
      const why = await this.reasons.get(key);
      if (shown === this.shown) this.say(why ? `${name}: ${why}` : "");
    }, now ? 0 : 120);
  }

  say(text) {
    $("why").textContent = text;
  }

  // Marks the cells of an action.
  hint(text) {
    const action = this.shown.legal.find(action => action.text === text);
    action?.cells.forEach(cell => this.cells.get(cell)?.classList.add("hinted"));
  }

  key(event) {
    const name = cellOf(event);
    if (!name) return;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step) this.focus(this.beside(name, step));
    else if (event.key === "Enter" || event.key === " ") this.click(name);
    else if (event.key === "Escape") this.choose([]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  focus(name) {
    this.cells.get(this.at)?.setAttribute("tabindex", -1);
    this.at = name;
    const cell = this.cells.get(name);
    cell.setAttribute("tabindex", 0);
    cell.focus({ preventScroll: true });
  }

  // The nearest cell in a direction.
  beside(name, [x, y]) {
    const middle = cell => {
      const box = cell.querySelector("polygon").getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [left, top] = middle(this.cells.get(name));
    let best = name, least = Infinity;
    for (const [other, cell] of this.cells) {
      const [a, b] = middle(cell);
      const along = (a - left) * x + (b - top) * y, across = Math.abs((a - left) * y) + Math.abs((b - top) * x);
      const far = along + 3 * across;
      if (along > 2 && across < along * 1.8 && far < least) [best, least] = [other, far];
    }
    return best;
  }
}

function cellOf(event) {
  return event.target.closest?.("[data-cell]")?.dataset.cell;
}

function dot(cell) {
  const box = cell.querySelector("polygon").getBBox();
  const dot = document.createElementNS(SVG, "circle");
  dot.setAttribute("class", "dot");
  dot.setAttribute("cx", box.x + box.width / 2);
  dot.setAttribute("cy", box.y + box.height / 2);
  dot.setAttribute("r", box.width * 0.1);
  return dot;
}
