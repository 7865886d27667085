// A variant and a game as one link: everything is in the part after #, which browsers do not send.

export async function packed(state) {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const small = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = "";
  small.forEach(byte => { text += String.fromCharCode(byte); });
  return `z${btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

// The state in the part after # of a link; undefined if there is none.
export async function unpacked(hash) {
  if (!/^z[\w-]+$/.test(hash)) return undefined;
  const text = atob(hash.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
  const small = Uint8Array.from(text, c => c.charCodeAt(0));
  const stream = new Blob([small]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  // A link comes from anybody: a small one may unpack to gigabytes.
  const reader = stream.getReader(), parts = [];
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > 4 << 20) throw new Error("the link is too long");
    parts.push(value);
  }
  const state = JSON.parse(await new Blob(parts).text());
  const isText = value => typeof value === "string";
  if (!isText(state.name) || !isText(state.text) || !Array.isArray(state.actions) || !state.actions.every(isText)) throw new Error("the link is damaged");
  return state;
}

// Saves a text as a file of the person's browser.
export function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/html" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
