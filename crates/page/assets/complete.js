// Completion of keys, words and terms, from the schema of variant files.
import { ask, $, el } from "./api.js";
import { tableAt } from "./editor.js";

export class Completer {
  constructor(editor) {
    this.editor = editor;
    this.box = editor.root.querySelector(".completions");
    this.items = [];
    this.at = 0;
    // The heads of tables that the rules have, inherited ones included.
    this.heads = "";
  }

  async schema() {
    this.known ??= await ask("schema");
    return this.known;
  }

  close() {
    this.box.hidden = true;
    this.items = [];
  }

  typed() {
    const { area } = this.editor;
    if (/[\w."']/.test(area.value[area.selectionStart - 1] ?? "")) this.open(false);
    else this.close();
  }

  // Handles a key; returns whether it was meant for the completions.
  key(event) {
    if (event.key === " " && event.ctrlKey) {
      this.open(true);
      return true;
    }
    if (this.box.hidden) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) this.select((this.at + step + this.items.length) % this.items.length);
    else if (event.key === "Enter" || event.key === "Tab") this.take(this.items[this.at]);
    else if (event.key === "Escape") this.close();
    else return false;
    return true;
  }

  async open(asked) {
    const { area } = this.editor, before = area.value.slice(0, area.selectionStart);
    const { word, all, inString, bracket = "" } = offers(await this.schema(), this.editor.text + this.heads, area.selectionStart);
    const after = area.value.slice(area.selectionStart);
    this.quote = inString && !/^[\w.-]*["']/.test(after) ? /(["'])[^"']*$/.exec(before)[1] : "";
    this.bracket = /^[\w.-]*\]/.test(after) ? "" : bracket;
    const near = all.filter(item => item.text.toLowerCase().startsWith(word.toLowerCase()));
    const others = all.filter(item => !near.includes(item) && item.text.toLowerCase().includes(word.toLowerCase()));
    const texts = new Map([...near, ...others].reverse().map(item => [item.text, item]));
    this.items = [...texts.values()].reverse().slice(0, 40);
    // What is complete needs no completion, and Enter begins a new line.
    const isWhole = this.items[0]?.text === word && !asked;
    if (this.items.length === 0 || isWhole || (!asked && word === "" && !inString)) return this.close();
    this.word = word;
    this.box.replaceChildren(...this.items.map(item => {
      const row = el("li", { role: "option", textContent: item.text });
      if (item.about) row.append(el("small", { textContent: item.about }));
      row.onmousedown = event => { event.preventDefault(); this.take(item); };
      return row;
    }));
    this.box.hidden = false;
    this.place();
    this.select(0);
  }

  // Puts the list under the caret.
  place() {
    const { area } = this.editor;
    const before = area.value.slice(0, area.selectionStart).split("\n");
    const line = this.editor.lineHeight;
    const probe = el("span", { textContent: "0".repeat(20) });
    this.editor.mirror.append(probe);
    const character = probe.getBoundingClientRect().width / 20;
    probe.remove();
    const left = 8 + (before.at(-1).length - this.word.length) * character - area.scrollLeft;
    this.box.style.left = `${Math.max(0, Math.min(left, area.clientWidth - this.box.offsetWidth))}px`;
    const below = 8 + before.length * line - area.scrollTop;
    const fits = below + this.box.offsetHeight < area.clientHeight;
    this.box.style.top = `${fits ? below : Math.max(0, below - line - this.box.offsetHeight)}px`;
  }

  select(at) {
    this.at = at;
    [...this.box.children].forEach((row, i) => row.setAttribute("aria-selected", i === at));
    this.box.children[at]?.scrollIntoView({ block: "nearest" });
  }

  take(item) {
    const end = this.editor.area.selectionStart;
    this.close();
    this.editor.replace(end - this.word.length, end, item.text + this.quote + this.bracket);
    // A table of any name gets its name next.
    const name = end - this.word.length + item.text.indexOf(".name.") + 1;
    if (item.text.includes(".name.")) this.editor.area.setSelectionRange(name, name + 4);
    if (this.quote) {
      this.editor.closed = this.editor.area.selectionStart - 1;
      this.editor.area.setSelectionRange(this.editor.closed, this.editor.closed);
    }
    this.close();
  }
}

// What can stand at the caret: the word that was begun, and all that could be meant.
function offers(schema, text, caret) {
  const lines = text.slice(0, caret).split("\n");
  const line = lines.at(-1);
  const word = /[\w.-]*$/.exec(line)[0];
  const table = tableAt(lines, lines.length - 2 < 0 ? 0 : lines.length - 2);
  const [, brackets] = /^\s*(\[+)[\w.-]*$/.exec(line) ?? [];
  if (brackets) return { word, bracket: brackets.replaceAll("[", "]"), all: heads(schema, text).map(name => ({ text: name, about: at(schema, name.split("."))[0]?.description })) };
  if (/^[^"']*(["'][^"']*["'][^"']*)*#/.test(line)) return { word, all: [] };
  const path = table === "" ? [] : table.split(".");
  const { keys, inValue, inString } = within(line);
  const here = at(schema, [...path, ...keys]);
  if (!inValue) {
    const all = keysOf(schema, here, [...path, ...keys].at(-1));
    if (!inString) return { word, inString, all };
    // A quoted key is a term of several words.
    return { word: /[^"']*$/.exec(line)[0], inString, all: all.map(item => ({ ...item, text: item.text.replaceAll('"', "") })) };
  }
  const terms = termsOf(schema, keys.at(-2)).map(text => ({ text }));
  const actions = ["actions", "tiers"].includes(keys.at(-1)) ? named(text, "action") : keys.at(-1) === "goals" ? named(text, "goal") : [];
  const values = [...here.flatMap(valuesOf), ...actions.map(text => ({ text }))];
  const quoted = inString ? [...values, ...terms] : values.map(item => ({ ...item, text: /^(true|false|-?\d)/.test(item.text) ? item.text : `"${item.text}"` }));
  return { word, inString, all: quoted };
}

// The keys that lead to the end of a line, whether a value is expected there, and whether it is within quotes.
function within(line) {
  let keys = [], stack = [], key = "", quote = "", inValue = false;
  for (const c of line) {
    if (quote) { if (c === quote) quote = ""; else key += c; continue; }
    if (c === '"' || c === "'") { quote = c; key = ""; }
    else if (c === "=") { keys.push(key.trim()); key = ""; inValue = true; }
    else if (c === "{") { stack.push({ keys: [...keys], brace: true }); inValue = false; key = ""; }
    else if (c === "[" && inValue) { stack.push({ keys: [...keys], brace: false }); key = ""; }
    else if ((c === "}" || c === "]") && stack.length) { keys = stack.pop().keys; inValue = true; key = ""; }
    else if (c === ",") { const top = stack.at(-1); if (top) { keys = [...top.keys]; inValue = !top.brace; } key = ""; }
    else key += c;
  }
  return { keys, inValue, inString: quote !== "" };
}

// The parts of the schema at a path, through all alternatives.
function at(schema, path) {
  let nodes = [schema];
  for (const key of path) {
    nodes = nodes.flatMap(alternatives).flatMap(node => {
      const item = node.items ? alternatives(node.items) : [node];
      return item.flatMap(node => node.properties?.[key] ?? (typeof node.additionalProperties === "object" ? node.additionalProperties : []));
    });
  }
  return nodes;
}

const alternatives = node => [node, ...(node.anyOf ?? []).flatMap(alternatives), ...(node.oneOf ?? []).flatMap(alternatives)];

function keysOf(schema, nodes, parent) {
  const all = nodes.flatMap(alternatives).flatMap(node => node.items ? [node, ...alternatives(node.items)] : [node]);
  const keys = all.flatMap(node => Object.entries(node.properties ?? {}));
  const terms = termsOf(schema, parent).map(text => ({ text: `"${text}"` }));
  return [...keys.map(([text, node]) => ({ text, about: node.description })), ...terms];
}

// The terms that a table of this name takes.
const termsOf = (schema, name) => Object.hasOwn(schema.terms, name ?? "") ? schema.terms[name] : [];

function valuesOf(node) {
  const all = alternatives(node).flatMap(node => node.items ? [node, ...alternatives(node.items)] : [node]);
  return all.flatMap(node => [
    ...(node.enum ?? []).map(text => ({ text: String(text) })),
    ...("const" in node ? [{ text: String(node.const), about: node.description }] : []),
    ...(node.type === "boolean" ? [{ text: "true" }, { text: "false" }] : []),
    ...("default" in node && ["number", "string", "boolean"].includes(typeof node.default) ? [{ text: String(node.default), about: "the default" }] : []),
  ]);
}

// The names of tables: fixed ones, and those of the actions and goals in the text.
function heads(schema, text) {
  const top = Object.keys(schema.properties).filter(key => key !== "extends");
  const kinds = table => at(schema, [table, "any"]).flatMap(alternatives).flatMap(node => Object.keys(node.properties ?? {}));
  const tables = ["action", "goal"].flatMap(table =>
    [...new Set([...named(text, table), "name"])].flatMap(name => kinds(table).map(kind => `${table}.${name}.${kind}`)));
  return [...top, ...tables];
}

function named(text, table) {
  return [...new Set([...text.matchAll(new RegExp(`^\\s*\\[${table}\\.([\\w-]+)\\.`, "gm"))].map(found => found[1]))];
}
