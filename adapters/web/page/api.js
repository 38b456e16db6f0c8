// Questions and acts to the server, and the live view of a table.

export class Sentence extends Error {}
// A failure that the server has put into words.

const PATIENCE = 10_000;
// Milliseconds after which a question or an act is given up: the visitor is told, and may try again.

const WHILE_HIDDEN = 5_000;
// Milliseconds between two looks at a table whose page nobody sees.

async function answered(path, act, unreachable) {
  const giving = new AbortController();
  const alarm = setTimeout(() => giving.abort(), PATIENCE);
  let response, body;
  try {
    response = await fetch(path, { credentials: "same-origin", signal: giving.signal, ...act });
    body = await response.json();
  } catch {
    throw new Sentence(unreachable);
  } finally {
    clearTimeout(alarm);
  }
  if (!response.ok) throw new Sentence(body.error || unreachable);
  return body;
}

export class Api {
  unreachable = "";

  get(path) {
    return answered(path, {}, this.unreachable);
  }

  post(path, body) {
    const headers = { "Content-Type": "application/json", "X-Briscola": "1" };
    return answered(path, { method: "POST", headers, body: JSON.stringify(body) }, this.unreachable);
  }
}

// Follows one table at a time. Browsers connect again by themselves, except after a refusal: then we do.
// A page that nobody sees gives its connection back, since a browser has but six for all its tabs, and asks now and then.
export class Live {
  constructor(api, onLook, onConnection) {
    this.api = api;
    this.onLook = onLook;
    this.onConnection = onConnection;
    this.table = "";
    document.addEventListener("visibilitychange", () => this.attend());
  }

  follow(table) {
    this.table = table;
    this.attend();
  }

  attend() {
    this.rest();
    if (!this.table) return;
    if (document.hidden) this.again = setTimeout(() => this.glance(this.table), WHILE_HIDDEN);
    else this.listen();
  }

  listen() {
    const source = (this.source = new EventSource(`/api/events/${this.table}`));
    source.onopen = () => source === this.source && this.onConnection(true);
    source.onmessage = (event) => source === this.source && this.onLook(JSON.parse(event.data));
    source.onerror = () => {
      if (source !== this.source) return;
      this.onConnection(false);
      if (source.readyState === EventSource.CLOSED) this.again = setTimeout(() => this.attend(), 2000);
    };
  }

  async glance(table) {
    try {
      const look = await this.api.get(`/api/look/${table}`);
      if (table === this.table) this.onLook(look);
    } catch (error) {
      if (!(error instanceof Sentence)) throw error;
    }
    if (table === this.table && document.hidden) this.attend();
  }

  rest() {
    clearTimeout(this.again);
    if (this.source) this.source.close();
    this.source = null;
  }

  close() {
    this.table = "";
    this.rest();
  }
}
