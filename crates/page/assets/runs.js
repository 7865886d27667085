// Experiments: what to run, how far it is, and the reports.
import { $, el, ask } from "./api.js";

const OPEN = ["waiting", "running", "stopping"];
export class Runs {
  // `variant` saves the rules, if need be, and gives their name.
  constructor(variant, onList) {
    this.variant = variant;
    this.onList = onList;
    this.states = new Map();
    const form = $("run");
    form.kind.onchange = () => this.choose();
    form.onsubmit = event => { event.preventDefault(); this.start(); };
    $("close").onclick = () => this.close();
    this.choose();
    this.listen();
  }

  choose() {
    const kind = $("run").kind.value;
    document.querySelectorAll(".of-games").forEach(part => { part.hidden = kind === "study"; });
    document.querySelectorAll(".of-study").forEach(part => { part.hidden = kind !== "study"; });
    document.querySelectorAll(".of-compare").forEach(part => { part.hidden = kind !== "compare"; });
  }

  async start() {
    $("refused").textContent = "";
    const form = $("run"), number = name => Number(form[name].value);
    try {
      const variant = await this.variant();
      if (!variant) return;
      const others = [...$("others").querySelectorAll(":checked")].map(box => box.value).filter(name => name !== variant);
      const wanted = {
        simulate: { kind: "simulate", variants: [variant], agents: form.agents.value, games: number("games"), seed: number("seed") },
        compare: { kind: "compare", variants: [variant, ...others], agents: form.agents.value, games: number("games"), seed: number("seed") },
        study: { kind: "study", variants: [variant], seconds: number("seconds"), seed: number("seed") },
      }[form.kind.value];
      if (wanted.kind === "compare" && others.length === 0) throw new Error("choose at least one other variant to compare with");
      await ask("run", wanted);
      $("run").scrollIntoView();
    } catch (error) {
      $("refused").textContent = error.message;
    }
  }

  listen() {
    const events = new EventSource("/api/events");
    events.onmessage = event => this.draw(JSON.parse(event.data));
  }

  draw(jobs) {
    // After the first event, a job that is new here has waited before, however short it was.
    const ended = jobs.filter(job => OPEN.includes(this.states.get(job.id) ?? this.before) && !OPEN.includes(job.state));
    this.before = "waiting";
    this.states = new Map(jobs.map(job => [job.id, job.state]));
    const done = ended.findLast(job => job.state === "done");
    if (done && !this.asked) this.show(done.run);
    if (ended.length) this.onList();
    const old = new Map([...$("jobs").children].map(card => [card.dataset.id, card]));
    const cards = jobs.toReversed().map(job => this.card(job, job === jobs.at(-1), old.get(String(job.id))));
    if (cards.some((card, i) => card !== $("jobs").children[i])) $("jobs").replaceChildren(...cards);
  }

  // The card of a job. While its state stays, only its figures are drawn anew: a button that is replaced between press and
  // release hears no click.
  card(job, isNewest, old) {
    const text = JSON.stringify(job) + isNewest;
    if (old?.text === text) return old;
    const stays = old?.dataset.state === job.state && OPEN.includes(job.state);
    const card = stays ? old : this.frame(job, isNewest);
    card.text = text;
    card.querySelector(".figures").replaceChildren(...figures(job));
    return card;
  }

  frame(job, isNewest) {
    const words = { waiting: "Waits:", running: "Runs:", stopping: "Stops after the games under way:", done: "Done:", stopped: "Stopped:", failed: "Failed:" }[job.state];
    const bar = el("div", { className: "bar" });
    if (["waiting", "running"].includes(job.state)) bar.append(el("button", { textContent: "Stop", onclick: () => ask("stop", { id: job.id }) }));
    if (job.state === "stopped") bar.append(this.resumeButton(job.run));
    if (job.state === "done") bar.append(el("button", { textContent: "Report", onclick: () => this.show(job.run, true) }));
    const card = el("div", { className: "job" }, el("strong", { textContent: words }), " ", el("code", { textContent: job.command }), bar, el("div", { className: "figures" }));
    Object.assign(card.dataset, { id: job.id, state: job.state });
    if (job.said) {
      const words = el("pre", { textContent: job.said, className: job.state === "failed" ? "wrong" : "" });
      card.append(el("details", { open: isNewest }, el("summary", { textContent: "What it printed" }), words));
    }
    return card;
  }

  resumeButton(name) {
    return el("button", { textContent: "Resume", onclick: async () => {
      $("refused").textContent = "";
      try { await ask("resume", { name }); } catch (error) { $("refused").textContent = error.message; }
    } });
  }

  // Lists the runs of the folder, and the variants to compare with.
  list({ runs, files, shipped, reports }) {
    this.reports = reports;
    const row = run => {
      const what = el("td", {}, el("strong", { textContent: run.game }), el("br"), `${run.kind}${run.played ? `, ${run.played}` : ""}${run.complete ? "" : ", not complete"}`);
      const buttons = el("td", {});
      if (run.report) buttons.append(el("button", { textContent: "Report", onclick: () => this.show(run.name, true) }), " ");
      if (run.resumable) buttons.append(this.resumeButton(run.name));
      return el("tr", {}, what, buttons, el("td", {}, el("code", { textContent: run.command })));
    };
    const sorted = runs.toSorted((a, b) => b.started.localeCompare(a.started));
    $("runs").replaceChildren(runs.length
      ? el("table", {}, el("thead", {}, el("tr", {}, ...["Game", "", "Command"].map(textContent => el("th", { textContent })))), el("tbody", {}, ...sorted.map(row)))
      : el("p", { className: "quiet", textContent: "None yet. What runs here is a folder of files, as in a terminal." }));
    const chosen = new Set([...$("others").querySelectorAll(":checked")].map(box => box.value));
    $("others").replaceChildren(...[...files, ...shipped.map(it => it.name)].map(name =>
      el("label", {}, el("input", { type: "checkbox", value: name, checked: chosen.has(name) }), ` ${name}`)));
  }

  show(name, asked = false) {
    this.shown = name;
    this.asked = asked;
    $("report").hidden = false;
    $("report-name").textContent = name;
    $("report").querySelector("iframe").src = `${this.reports}${name}/report.html`;
    if (asked) $("report").scrollIntoView();
  }

  close() {
    this.shown = this.asked = undefined;
    $("report").hidden = true;
    $("report").querySelector("iframe").removeAttribute("src");
  }
}

// How far a job is, and what it has found. Of several runs, the last one says little: what was printed sums them up.
function figures(job) {
  const { progress } = job, found = [];
  if (!progress || (job.state === "done" && progress.what)) return found;
  if (progress.what) found.push(el("div", { className: "quiet small", textContent: progress.what }));
  if (OPEN.includes(job.state) && progress.of) found.push(el("progress", { max: progress.of, value: progress.done }));
  if (progress.score != null) found.push(el("div", { className: "score", textContent: score(progress) }));
  if (job.curve.length > 1) found.push(curve(job.curve, Math.min(progress.of, 2 * progress.done)));
  return found;
}

const percent = share => (100 * share).toFixed(1);
function score({ score, low, high, done }) {
  return `First player’s score: ${percent(score)} % (95 % interval ${percent(low)} to ${percent(high)}, n = ${done.toLocaleString("en")})`;
}

// The score and its interval over the number of games.
function curve(points, most) {
  const [width, height, left, bottom] = [Math.min(700, $("jobs").clientWidth - 24), 220, 44, 24];
  // The first games say little: their wide intervals are cut off.
  const told = points.filter(point => point[0] >= points.at(-1)[0] / 10);
  const lowest = Math.floor(10 * Math.min(0.45, ...told.map(point => point[2]))) / 10;
  const highest = Math.ceil(10 * Math.max(0.55, ...told.map(point => point[3]))) / 10;
  const x = games => left + (width - left - 10) * games / Math.max(most, 1);
  const y = share => 8 + (height - bottom - 8) * (highest - Math.min(highest, Math.max(lowest, share))) / (highest - lowest);
  const path = index => points.map(point => `${x(point[0]).toFixed(1)},${y(point[index]).toFixed(1)}`);
  const svg = (tag, attributes, text = "") => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
    element.textContent = text;
    return element;
  };
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "curve", role: "img", "aria-label": "the first player’s score over the number of games" });
  picture.append(
    svg("line", { class: "half", x1: left, x2: width - 10, y1: y(0.5), y2: y(0.5) }),
    svg("polygon", { class: "band", points: [...path(2), ...path(3).toReversed()].join(" ") }),
    svg("polyline", { class: "line", points: path(1).join(" ") }),
    ...[lowest, 0.5, highest].map(share => svg("text", { x: left - 6, y: y(share) + 4, "text-anchor": "end" }, `${Math.round(100 * share)} %`)),
    svg("text", { x: width - 10, y: height - 6, "text-anchor": "end" }, `${most.toLocaleString("en")} games`),
    svg("text", { x: left, y: height - 6 }, "0"),
  );
  return picture;
}
