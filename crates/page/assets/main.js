// The page: puts the editor, the board and the experiments together.
import { $, el, ask, askName, banner, ended, latest, prose } from "./api.js";
import { Editor, linesAbout } from "./editor.js";
import { Game } from "./game.js";
import { Runs } from "./runs.js";
import { download, packed, unpacked } from "./share.js";

// The variant: its name, and the text as it is on the disk (null if it is nowhere).
const state = { name: "send-it", disk: null, shipped: true };
const rules = () => ({ name: state.name, text: editor.text });
const isChanged = () => editor.text !== state.disk;
// Changes that are not saved, by the name of their variant.
const drafts = new Map();

const check = latest(async (_, isOld) => {
  const found = await ask("check", rules());
  if (isOld()) return;
  state.ok = found.ok;
  const file = ended(state.name, ".toml");
  for (const error of found.errors ?? []) error.own = error.line && error.file === file;
  editor.setErrors(found.ok ? [] : found.errors.filter(error => error.own));
  editor.root.classList.toggle("wrong", !found.ok);
  $("play").classList.toggle("stale", !found.ok);
  $("play").inert = !found.ok;
  if (!found.ok) $("standing").textContent = "The board waits until the errors are mended.";
  $("words").classList.toggle("stale", !found.ok);
  if (!found.ok && state.title !== state.name) {
    // These rules were never right here: what is shown belongs to others.
    $("title").textContent = state.name;
    $("words").replaceChildren();
    $("board").replaceChildren();
    game.shown = undefined;
  }
  if (found.ok) [state.title, editor.completer.heads] = [state.name, found.heads];
  describe(found);
  if (found.ok && !game.thinking) game.follow();
});
const editor = new Editor(() => { remember(); mark(); check(); });
const game = new Game(rules, list);
const runs = new Runs(savedVariant, list);
game.open = (name, text) => open(name, text, null, false);
game.board.write = name => editor.quote(name);

async function list() {
  const found = await ask("list");
  state.list = found;
  const button = name => el("button", { textContent: name, onclick: () => openNamed(name) });
  const families = Map.groupBy(found.shipped, it => it.about);
  const groups = [["In this folder", found.files], ...[...families].map(([about, known]) => [about, known.map(it => it.name)])];
  $("list").replaceChildren(...groups.filter(([, names]) => names.length).flatMap(([about, names]) =>
    [el("h3", { textContent: about, title: about === "In this folder" ? found.dir : "" }), ...names.map(button)]));
  game.offer(found);
  runs.list(found);
  filter();
  mark();
}

function filter() {
  const wanted = $("find").value.toLowerCase();
  for (const entry of $("list").children) {
    if (entry.tagName === "BUTTON") entry.hidden = !entry.textContent.includes(wanted);
    else entry.hidden = wanted !== "";
  }
}

function mark() {
  for (const entry of $("list").querySelectorAll("button")) {
    entry.setAttribute("aria-current", entry.textContent === state.name);
    entry.classList.toggle("draft", drafts.has(entry.textContent));
  }
  const where = state.disk === null ? "not saved" : isChanged() ? "changed" : state.shipped ? "shipped" : "saved";
  $("file").textContent = `${state.name}, ${where}`;
  $("save").disabled = !isChanged();
  $("revert").disabled = state.disk === null || !isChanged();
}

function describe(found) {
  if (found.ok) {
    $("title").textContent = found.title;
    document.title = `${found.title}: dropline lab`;
    const sentences = found.rules.flatMap(({ part, words, key }) => {
      const button = el("button", { title: "Show the lines" }, ...prose(words));
      button.onclick = () => editor.show(key) || inherited(key, button);
      return [el("dt", { textContent: part.replaceAll("`", "") }), el("dd", {}, button)];
    });
    const notes = [...found.notes, ...(found.over ? ["The game is over at its start."] : [])];
    $("words").replaceChildren(
      ...(found.summary ? [el("p", { textContent: found.summary + (found.by ? ` (${found.by})` : "") })] : []),
      ...notes.map(note => el("p", { className: "note" }, ...prose(note))), el("dl", {}, ...sentences));
    $("errors").replaceChildren();
  } else {
    const links = found.errors.map(error => {
      const place = error.own ? `Line ${error.line}` : error.line ? `${error.file}, line ${error.line}` : "Error";
      const what = `${place}: ${error.message}${error.help ? `; ${error.help}` : ""}`;
      return el("button", { onclick: () => error.own && editor.goTo(error.line, error.column) }, ...prose(what));
    });
    const details = el("details", { open: found.errors.some(error => !error.own) }, el("summary", {}, ...prose("As `dropline check` prints it")), el("pre", { textContent: found.text }));
    $("errors").replaceChildren(...links, details);
  }
}

// Shows the lines about a table in what the file extends, to be copied.
async function inherited(key, button) {
  let text = editor.text, name;
  while ((name = /^\s*extends\s*=\s*["']([^"']+)/m.exec(text)?.[1])) {
    ({ text } = await ask("open", { name }));
    const lines = text.split("\n"), about = [...linesAbout(key, lines)].map(at => lines[at - 1]);
    if (!about.length) continue;
    const head = /^\s*\[/.test(about[0]) ? "" : `[${key.split(".")[0]}]\n`;
    const copy = el("button", { textContent: "Copy them here", onclick: () => editor.replace(editor.text.length, editor.text.length, `\n${head}${about.join("\n")}\n`) });
    return tip(button, `These lines of ${name} say so:`, el("pre", { textContent: about.join("\n") }), copy);
  }
  tip(button, "No line says so: it is the default.");
}

function tip(beside, ...content) {
  const box = beside.getBoundingClientRect();
  $("tip").replaceChildren(...content);
  $("tip").hidden = false;
  $("tip").style.left = `${Math.max(8, Math.min(box.left, innerWidth - $("tip").offsetWidth - 8))}px`;
  $("tip").style.top = `${Math.min(box.bottom + 4, innerHeight - $("tip").offsetHeight - 8)}px`;
}
const hideTip = () => { $("tip").hidden = true; };
addEventListener("click", event => { if (!event.target.closest("#words, #link")) hideTip(); });
addEventListener("input", hideTip);

// Opens rules with an empty game.
async function open(name, text, disk, shipped) {
  Object.assign(state, { name, disk, shipped });
  editor.text = text;
  game.line = [];
  game.view = 0;
  $("games").replaceChildren();
  mark();
  remember();
  await check();
}

async function openNamed(name) {
  banner();
  try {
    const found = await ask("open", { name });
    await open(name, drafts.get(name) ?? found.text, found.text, found.shipped);
    history.replaceState(null, "", `#${name}`);
    if (state.ok) await game.restart();
    document.body.dataset.open = name;
  } catch (error) {
    banner(error.message);
  }
}

async function newVariant() {
  if (isChanged() && !state.shipped && state.disk !== null && !await save()) return;
  const name = await askName(`A name for the new variant of ${state.name}`, `my-${state.name}`);
  if (!name) return;
  const file = ended(name, ".toml");
  const title = file.replace(".toml", "").replaceAll("-", " ");
  const text = `extends = "${state.name}"\n\n[game]\nname = "${title.charAt(0).toUpperCase()}${title.slice(1)}"\nsummary = ""\n`;
  // Changes to a shipped variant move into the new file.
  const whole = isChanged() ? editor.text : text;
  if (await write(file, whole, true)) editor.goTo(editor.text.split("\n").length);
}

async function write(name, text, isNew) {
  try {
    await ask("save", { name, text, new: isNew });
  } catch (error) {
    banner(error.message);
    return false;
  }
  banner();
  const same = text === editor.text && name === state.name;
  // What was changed in a shipped variant is in the new file now.
  if (state.shipped && text === editor.text) drafts.delete(state.name);
  Object.assign(state, { name, disk: text, shipped: false });
  if (text !== editor.text) editor.text = text;
  history.replaceState(null, "", `#${name}`);
  remember();
  await list();
  if (!same) await check();
  return true;
}

async function save() {
  if (!isChanged()) return true;
  if (state.shipped || state.disk === null) {
    const name = await askName("A name for the file", ended(state.shipped ? `my-${state.name}` : state.name, ".toml"));
    return name ? write(ended(name, ".toml"), editor.text, true) : false;
  }
  return write(state.name, editor.text, false);
}

// The name of the variant for a command, which reads the file.
async function savedVariant() {
  return await save() ? state.name : null;
}

// What a reload brings back.
addEventListener("pagehide", remember);
function remember() {
  const { name, disk, shipped } = state;
  if (isChanged() && disk !== null) drafts.set(name, editor.text);
  else drafts.delete(name);
  try { sessionStorage.setItem("open", JSON.stringify({ name, disk, shipped, text: editor.text, drafts: [...drafts], line: game.line, seats: game.seats, link: /^#z/.test(location.hash) && location.hash.slice(1) })); } catch { /* The page works without. */ }
}

async function openHash(hash) {
  const shared = await unpacked(hash);
  if (!shared) return openNamed(decodeURIComponent(hash));
  await open(shared.name, shared.text, null, false);
  await game.replace(shared.actions, shared.view);
}

$("new").onclick = newVariant;
$("save").onclick = save;
$("revert").onclick = () => editor.replace(0, editor.text.length, state.disk);
$("link").onclick = async () => {
  const hash = await packed({ name: state.name, text: editor.text, actions: game.line, view: game.view });
  history.replaceState(null, "", `#${hash}`);
  try {
    await navigator.clipboard.writeText(location.href);
    tip($("link"), "Copied: the link holds the rules and the game. Whoever opens dropline lab can paste it there.");
  } catch {
    tip($("link"), "The address of this page is now the link.");
  }
};
$("export").onclick = async () => {
  try {
    download(`${state.name.replace(".toml", "")}.html`, await ask("export", { ...rules(), actions: game.line, file: runs.shown ?? "" }));
  } catch (error) {
    banner(error.message);
  }
};
$("find").oninput = () => {
  const link = /#(z[\w-]+)\s*$/.exec($("find").value);
  if (!link) return filter();
  $("find").value = "";
  filter();
  openHash(link[1]).catch(error => banner(error.message));
};
addEventListener("keydown", event => {
  if ((event.ctrlKey || event.metaKey) && event.key === "s") {
    event.preventDefault();
    save();
  }
});
document.querySelector("header nav").onclick = event => {
  event.preventDefault();
  event.target.hash && document.querySelector(event.target.hash).scrollIntoView();
};
addEventListener("hashchange", () => openHash(location.hash.slice(1)).catch(error => banner(error.message)));

try {
  const begun = JSON.parse(sessionStorage.getItem("open"));
  const hash = location.hash.slice(1);
  game.seats = begun?.seats ?? game.seats;
  const listed = list();
  begun?.drafts?.forEach(([name, text]) => drafts.set(name, text));
  if (begun && (!hash || [begun.name, begun.link].includes(hash))) {
    await open(begun.name, begun.text, begun.disk, begun.shipped);
    await game.replace(begun.line ?? []);
  }
  else await openHash(hash || "send-it");
  await listed;
} catch (error) {
  banner(error.message);
}
