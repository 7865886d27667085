// The editor: a text area over a mirror of its text, which shows colours, errors and the lines of a sentence.
import { $, el } from "./api.js";
import { Completer } from "./complete.js";

export class Editor {
  constructor(onChange) {
    const root = $("editor");
    this.root = root;
    this.area = root.querySelector("textarea");
    this.mirror = root.querySelector(".mirror");
    this.gutter = root.querySelector(".gutter");
    this.errors = [];
    this.marked = new Set();
    this.lens = root.querySelector(".lens");
    this.completer = new Completer(this);
    this.area.addEventListener("input", () => {
      this.marked.clear();
      this.draw();
      onChange(this.area.value);
      this.completer.typed();
    });
    document.addEventListener("selectionchange", () => { if (document.activeElement === this.area) this.lay(); });
    this.area.addEventListener("scroll", () => this.align());
    this.area.addEventListener("beforeinput", event => {
      // A closing quote that a completion has written is typed over.
      const { selectionStart: at, selectionEnd: end } = this.area;
      if (event.data === '"' && at === end && at === this.closed && this.text[at] === '"') {
        event.preventDefault();
        this.area.setSelectionRange(at + 1, at + 1);
      }
      this.closed = undefined;
    });
    this.area.addEventListener("keydown", event => this.key(event));
    this.area.addEventListener("blur", () => this.completer.close());
  }

  get text() { return this.area.value; }
  set text(text) {
    this.area.value = text;
    this.area.setSelectionRange(0, 0);
    this.area.scrollTop = 0;
    this.errors = [];
    this.marked.clear();
    this.draw();
  }

  get lineHeight() { return parseFloat(getComputedStyle(this.area).lineHeight); }
  // Replaces the characters from `start` to `end`, so that the browser's undo works.
  replace(start, end, text) {
    this.area.focus();
    this.area.setSelectionRange(start, end);
    if (!document.execCommand("insertText", false, text)) {
      this.area.setRangeText(text, start, end, "end");
      this.area.dispatchEvent(new Event("input"));
    }
  }

  // Writes a name in quotes at the caret, after a comma if there is one before it.
  quote(name) {
    const { selectionStart: at, selectionEnd: end } = this.area;
    this.replace(at, end, `${/["']\s*$/.test(this.text.slice(0, at)) ? ", " : ""}"${name}"`);
  }

  key(event) {
    if (this.completer.key(event)) return event.preventDefault();
    if (event.key === "Escape") this.leaves = true;
    else if (event.key === "Tab" && !event.shiftKey && !this.leaves) {
      event.preventDefault();
      this.replace(this.area.selectionStart, this.area.selectionEnd, "  ");
    } else if (event.key !== "Tab") this.leaves = false;
  }

  // Shows these errors.
  setErrors(errors) {
    this.errors = errors;
    this.root.classList.toggle("wrong", errors.length > 0);
    this.draw();
  }

  draw() {
    const lines = this.text.split("\n");
    const own = this.errors.filter(error => error.line);
    this.mirror.replaceChildren(...lines.map((line, at) => this.line(line, at + 1, own)));
    this.gutter.replaceChildren(...lines.map((_, at) =>
      el("span", { textContent: `${at + 1}\n`, className: own.some(error => error.line === at + 1) ? "bad" : "" })));
    this.align();
  }

  line(text, number, errors) {
    const here = errors.filter(error => error.line === number);
    const row = el("span", { className: this.marked.has(number) ? "here" : "" });
    if (here.length === 0) {
      row.append(...coloured(text));
    } else {
      const from = Math.min(text.length, Math.min(...here.map(error => error.column)) - 1);
      const word = wordAt(text, from);
      row.append(...coloured(text.slice(0, from)), el("span", { className: "squiggle", textContent: word || " " }),
        ...coloured(text.slice(from + word.length)));
    }
    row.append("\n");
    return row;
  }

  // Shows the error of the line with the caret, or else the one that is mended by a click, or the first, under its line. A click takes over what it suggests.
  lay() {
    const own = this.errors.filter(error => error.line);
    const caret = this.text.slice(0, this.area.selectionStart).split("\n").length;
    const error = own.find(error => error.line === caret) ?? own.find(error => error.suggestion) ?? own[0];
    this.lens.hidden = !error || (caret === error.line + 1 && document.activeElement === this.area) || !this.completer.box.hidden;
    if (this.lens.hidden) return;
    this.lens.textContent = `${error.message}${error.suggestion ? `: did you mean ${error.suggestion}? Click to take it.` : error.expected ? `: ${error.expected}` : ""}`;
    this.lens.classList.toggle("mends", Boolean(error.suggestion));
    this.lens.style.top = `${8 + error.line * this.lineHeight - this.area.scrollTop}px`;
    this.lens.onmousedown = event => {
      event.preventDefault();
      const lines = this.text.split("\n"), line = lines[error.line - 1];
      const at = lines.slice(0, error.line - 1).reduce((sum, text) => sum + text.length + 1, 0) + error.column - 1;
      const word = wordAt(line, error.column - 1), quote = /^["']/.exec(word)?.[0] ?? "";
      this.replace(at, at + word.length, quote + error.suggestion + quote);
    };
  }

  align() {
    this.mirror.scrollTop = this.gutter.scrollTop = this.area.scrollTop;
    this.mirror.scrollLeft = this.area.scrollLeft;
    this.lay();
  }

  // Marks the lines about a table, and goes to the first; returns whether there are any.
  show(key) {
    this.marked = linesAbout(key, this.text.split("\n"));
    const [first] = this.marked;
    this.draw();
    if (first) this.goTo(first);
    return first !== undefined;
  }

  goTo(line, column = 1) {
    const lines = this.text.split("\n");
    const offset = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
    this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(offset, offset);
    this.area.scrollTop = Math.max(0, (line - 4) * this.lineHeight);
    this.root.scrollIntoView({ block: "nearest" });
    this.align();
  }
}

// The word that an error is about.
function wordAt(line, at) {
  return /^[\w.-]+|^"[^"]*"|^\S+/.exec(line.slice(at))?.[0] ?? line.slice(at);
}

// The lines about a table or a key, counted from 1.
export function linesAbout(key, lines) {
  const found = new Set(), above = key.split(".").slice(0, -1).join("."), last = key.split(".").at(-1);
  lines.forEach((line, at) => {
    const table = tableAt(lines, at);
    const isInside = table === key || table.startsWith(`${key}.`);
    const isKey = above !== "" && table === above && new RegExp(`^\\s*${last}\\s*=`).test(line);
    if ((isInside || isKey) && line.trim() !== "" && !line.trim().startsWith("#")) found.add(at + 1);
  });
  return found;
}

// The table that line number `at`, counted from 0, belongs to.
export function tableAt(lines, at) {
  for (; at >= 0; at--) {
    const head = /^\s*\[+\s*([^\]]+?)\s*\]+/.exec(lines[at])?.[1];
    if (head !== undefined) return head.replace(/["\s]/g, "");
  }
  return "";
}

// A line of TOML in colours: comments, tables and strings.
function coloured(text) {
  const parts = [];
  const pattern = /("[^"]*"?|'[^']*'?)|(#.*$)|(^\s*\[.*?\]+)/g;
  let end = 0;
  for (const found of text.matchAll(pattern)) {
    parts.push(text.slice(end, found.index), el(found[1] ? "u" : found[2] ? "i" : "b", { textContent: found[0] }));
    end = found.index + found[0].length;
  }
  parts.push(text.slice(end));
  return parts;
}
