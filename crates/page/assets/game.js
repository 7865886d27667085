// The game: its actions, who plays, and the steps through it. The server says what the actions lead to.
import { $, el, ask, askName, ended, latest } from "./api.js";
import { Board } from "./board.js";

const PERSON = "human";
export class Game {
  // `rules` gives the name and the text of the variant.
  constructor(rules, onList) {
    this.rules = rules;
    this.line = [];
    this.view = 0;
    this.seats = [PERSON, "greedy"];
    this.seed = 1;
    this.thinking = false;
    this.onList = onList;
    this.board = new Board(text => this.act(text), rules);
    this.refresh = latest(() => this.update());
    this.evaluation = latest(async (shown, isOld) => {
      const { expected } = await ask("hint", { ...rules(), actions: shown.actions });
      if (!isOld()) this.value(shown, expected);
    });
    const click = (id, what) => { $(id).onclick = what; };
    click("pass", () => this.act("pass"));
    click("swap", () => this.act("swap"));
    click("undo", () => this.undo());
    click("hint", () => this.hint());
    click("go", () => this.agent());
    click("auto", () => { this.auto = !this.auto; this.redraw(); this.advance(); });
    click("restart", () => this.restart());
    click("first", () => this.goTo(0));
    click("last", () => this.goTo(this.line.length));
    click("back", () => this.goTo(this.ends.findLast(end => end < this.view) ?? 0));
    click("ahead", () => this.goTo(this.ends.find(end => end > this.view) ?? this.line.length));
    click("keep", () => this.keep());
    click("load", () => this.load($("records").value));
    $("at").oninput = () => this.goTo(this.ends[$("at").value]);
    $("evaluate").onchange = () => this.redraw();
    $("typed").onsubmit = event => { event.preventDefault(); this.type(); };
    [0, 1].forEach(at => { $(`seat-${at}`).onchange = () => this.sit(at); });
    addEventListener("keydown", event => {
      const step = { ArrowLeft: "back", ArrowRight: "ahead" }[event.key];
      if (step && !event.altKey && !event.target.closest("input, textarea, select, dialog, #board")) $(step).click();
    });
    this.ends = [0];
  }

  isPerson(player) { return this.seats[player] === PERSON; }

  draw(shown, view) {
    this.shown = shown;
    $("advice").textContent = shown.error ? `The game was cut: ${shown.error}.` : "";
    if (shown.error) {
      // The rules have changed: what is legal stays.
      this.whole = this.line;
      this.line = this.cut = shown.actions;
      this.view = view = shown.actions.length;
    }
    if (view === this.line.length) {
      this.full = shown;
      let end = 0;
      this.ends = [0, ...shown.turns.map(turn => end += turn.actions)];
    }
    this.redraw();
  }

  redraw() {
    const shown = this.shown;
    if (!shown) return;
    this.auto &&= !shown.over && !this.seats.includes(PERSON);
    const open = !shown.over && !this.thinking && !this.auto && (this.isPerson(shown.mover) || this.view !== this.line.length);
    this.board.show(shown, open);
    $("board").classList.toggle("busy", this.thinking);
    $("board").dataset.state = shown.over ? "over" : this.thinking ? "thinking" : open ? "open" : "closed";
    $("board").dataset.actions = shown.actions.length;
    $("standing").textContent = this.thinking ? `${this.thinker} is thinking…` : capital(shown.standing);
    const has = text => open && shown.legal.some(action => action.text === text);
    $("pass").disabled = !has("pass");
    $("pass").textContent = shown.open > 0 ? "End turn" : "Pass";
    $("swap").hidden = !has("swap");
    $("undo").disabled = this.line.length === 0 || this.thinking;
    $("hint").disabled = shown.over || this.thinking;
    $("go").disabled = shown.over || this.thinking || this.auto;
    $("auto").hidden = this.seats.includes(PERSON);
    $("auto").disabled = shown.over;
    $("auto").textContent = this.auto ? "Stop" : "Play on";
    $("go").textContent = this.isPerson(shown.mover) ? "Let an agent move" : "Agent’s turn";
    [0, 1].forEach(at => { $(`colour-${at}`).textContent = capital(shown.colours[at]); });
    $("at").max = this.ends.length - 1;
    $("at").value = this.ends.findLastIndex(end => end <= this.view);
    $("turns").replaceChildren(...(this.full?.turns ?? []).map((turn, i) => el("li", {
      textContent: `${turn.by} ${turn.text}`, onclick: () => this.goTo(this.ends[i + 1]),
      className: this.view >= this.ends[i + 1] ? (this.view === this.ends[i + 1] ? "now" : "") : "later",
    })));
    $("turns").querySelector(".now")?.scrollIntoView({ block: "nearest" });
    const rest = shown.legal_count - shown.legal.length;
    $("legend").textContent = [...shown.legend, rest ? `There are ${rest} more legal actions: type them.` : ""].join(" ");
    $("strip").hidden = !$("evaluate").checked;
    $("value").textContent = "";
    if ($("evaluate").checked && !this.thinking) {
      if (shown.over) this.value(shown, null);
      else this.evaluation(shown);
    }
  }

  // Shows what a search expects, as the share of the side that moved first.
  value(shown, expected) {
    const first = shown.over ? { first: 1, second: 0, draw: 0.5 }[shown.winner] : expected === null ? null : shown.mover === 0 ? expected : 1 - expected;
    const black = shown.colours[0] === "black" ? first : 1 - first;
    $("strip").firstElementChild.style.width = `${100 * (first === null ? 0.5 : black)}%`;
    $("value").textContent = first === null ? "the search compares margins here"
      : `${shown.colours[0]} ${(100 * first).toFixed(0)} % (${shown.over ? "the result" : this.adviser})`;
  }

  // A person's action.
  async act(text) {
    // Until the server answers, no other click counts.
    this.board.open = false;
    $("board").dataset.state = "closed";
    await this.replace([...this.shown.actions, text]);
    this.advance();
  }

  // Asks for the position, and shows it unless something else has been asked for since.
  async update() {
    const { line, view } = this, rules = this.rules();
    const shown = await ask("game", { ...rules, actions: line.slice(0, view) });
    if (line === this.line && view === this.view && rules.text === this.rules().text) this.draw(shown, view);
  }

  // The rules have changed: what others had cut off comes back, unless the game went on without.
  follow() {
    if (this.line === this.cut) this.view = (this.line = this.whole).length;
    this.refresh().then(() => this.advance());
  }

  // Lets the agent play that a person waits for, or watches.
  async advance() {
    if (this.auto) await new Promise(done => setTimeout(done, 300));
    const isDue = this.shown && !this.shown.over && this.shown.actions.length === this.line.length && !this.isPerson(this.shown.mover);
    if (isDue && !this.thinking && (this.auto || this.seats.includes(PERSON))) await this.agent();
  }

  async agent() {
    const mover = this.shown.mover;
    const agent = this.isPerson(mover) ? this.seats.find(seat => seat !== PERSON) ?? "greedy" : this.seats[mover];
    const before = this.shown.actions, rules = this.rules(), { line } = this;
    const isOld = () => line !== this.line || rules.text !== this.rules().text;
    [this.thinking, this.thinker] = [line, agent];
    this.redraw();
    try {
      const turn = await ask("turn", { ...rules, actions: before, agent, seed: this.seed });
      if (isOld()) return this.follow();
      this.thinking = false;
      await this.replace([...before, ...turn.actions]);
      if (turn.resigned) $("advice").textContent = `${agent} resigns.`;
    } catch (error) {
      $("advice").textContent = `${agent}: ${error.message}`;
    } finally {
      // Another game may have begun meanwhile.
      if (this.thinking === line) {
        this.thinking = false;
        this.redraw();
      }
    }
    // An agent that was asked for both sides waits to be asked again; one whose opponent passes by force goes on.
    if (!$("advice").textContent) await this.advance();
  }

  async undo() {
    const by = this.full?.by ?? [];
    let at = this.line.length - 1;
    while (at > 0 && !this.isPerson(by[at])) at--;
    if (!this.seats.includes(PERSON)) at = this.ends.at(-2) ?? 0;
    await this.replace(this.line.slice(0, Math.max(at, 0)));
    this.advance();
  }

  async hint() {
    const shown = this.shown;
    $("advice").textContent = "…";
    try {
      const found = await ask("hint", { ...this.rules(), actions: shown.actions });
      if (shown !== this.shown) return;
      $("advice").textContent = found.words;
      this.board.hint(found.actions[0]);
    } catch (error) {
      $("advice").textContent = error.message;
    }
  }

  async type() {
    const input = $("typed").querySelector("input");
    try {
      const shown = await ask("game", { ...this.rules(), actions: this.shown.actions, typed: input.value });
      input.value = "";
      this.line = shown.actions;
      this.view = this.line.length;
      this.draw(shown, this.view);
      this.advance();
    } catch (error) {
      $("advice").textContent = error.message;
    }
  }

  goTo(view) {
    [this.view, this.auto] = [view ?? this.line.length, false];
    this.refresh();
  }

  async restart() {
    this.seed += 1;
    this.thinking = false;
    await this.replace([]);
    this.advance();
  }

  // Shows another game.
  async replace(actions, view = actions.length) {
    this.line = actions;
    this.view = actions.length;
    await this.update();
    if (view !== actions.length) this.goTo(view);
  }

  // Takes over the choice of a seat.
  async sit(at) {
    const select = $(`seat-${at}`);
    if (select.value === "") {
      const name = await askName("Who plays? An agent, such as mcts:5000 or mcts:400:eval=othello.learned", "mcts:5000");
      if (name) select.prepend(el("option", { value: name, textContent: name }));
      select.value = name || this.seats[at];
    }
    this.seats[at] = select.value;
    this.redraw();
    this.advance();
  }

  // Offers these agents.
  offer({ learned, programs, adviser, records, runs }) {
    this.adviser = adviser;
    const agents = [PERSON, "random", "greedy", "mcts:100", "mcts:1000", "mcts:10000",
      ...learned.flatMap(file => [`learned:${file}`, `mcts:400:eval=${file}`]), ...programs];
    [0, 1].forEach(at => {
      const names = [...new Set([...agents, this.seats[at]])];
      $(`seat-${at}`).replaceChildren(...names.map(name =>
        el("option", { value: name, textContent: name === PERSON ? "a person" : name, selected: name === this.seats[at] })),
        el("option", { value: "", textContent: "another…" }));
    });
    $("agents").replaceChildren(...agents.slice(1).map(value => el("option", { value })));
    const games = [...records, ...runs.filter(run => run.complete).map(run => run.name)];
    const chosen = $("records").value;
    $("records").replaceChildren(...games.map(name => el("option", { value: name, textContent: name, selected: name === chosen })));
    $("load").disabled = games.length === 0;
  }

  async keep() {
    const file = await askName("A name for the record", "game-1.jsonl");
    if (!file) return;
    try {
      const found = await ask("record", { ...this.rules(), actions: this.line, players: this.seats, file: ended(file, ".jsonl") });
      $("advice").textContent = `Saved: dropline replay ${this.rules().name} ${found.name} --show=turns shows it in a terminal.`;
      this.onList();
    } catch (error) {
      $("advice").textContent = error.message;
    }
  }

  async load(file) {
    try {
      const found = await ask("games", { ...this.rules(), file });
      if (found.text) this.open(found.name, found.text);
      $("games").replaceChildren(...found.games.map(game => el("button", {
        textContent: `Game ${game.game}${game.why ? `: ${game.why.join(", ")}` : ""}`,
        onclick: () => this.replace(game.actions),
      })));
      if (found.games.length) await this.replace(found.games[0].actions);
    } catch (error) {
      $("advice").textContent = error.message;
    }
  }
}

const capital = text => text.charAt(0).toUpperCase() + text.slice(1);
