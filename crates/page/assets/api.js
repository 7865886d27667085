// Requests to the server, and small helpers for the page.

export const $ = id => document.getElementById(id);

// Asks the server; throws an error with its words if it refuses.
export async function ask(name, body = {}) {
  let answer;
  try {
    answer = await fetch(`/api/${name}`, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    });
  } catch {
    banner("The server does not answer: is `dropline lab` still running?");
    throw new Error("the server does not answer");
  }
  if (name === "export" && answer.ok) return answer.text();
  const found = await answer.json();
  if (answer.status === 401) banner(found.problem);
  if (found.problem) throw new Error(found.problem);
  return found;
}

// Text in which parts between backticks are code.
export function prose(text) {
  return text.split("`").map((part, i) => i % 2 ? el("code", { textContent: part }) : part);
}

// Shows a message above the page; without one, removes it.
export function banner(text) {
  $("banner").hidden = !text;
  $("banner").textContent = text ?? "";
}

// An element with properties and children.
export function el(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

// Runs `job` with the latest argument only: while one runs, later ones replace each other. Resolves when the last is done.
export function latest(job) {
  let running, next;
  const work = async () => {
    while (next) {
      const { argument } = next;
      next = undefined;
      try { await job(argument, () => next !== undefined); } catch (error) { console.warn(error.message); }
    }
    running = undefined;
  };
  return argument => {
    next = { argument };
    return running ??= work();
  };
}

// Asks a person for a name; null if they cancel.
export function askName(question, value) {
  const dialog = $("ask");
  $("question").textContent = question;
  $("reply").value = value;
  dialog.returnValue = "no";
  dialog.showModal();
  $("reply").select();
  return new Promise(done => {
    dialog.onclose = () => done(dialog.returnValue === "yes" ? $("reply").value.trim() : null);
  });
}

// A name for a file, with an ending.
export const ended = (name, ending) => (name.endsWith(ending) ? name : name + ending).replace(/\s+/g, "-");
