// Questions and acts to the server, and the live view of a table.

export class Sentence extends Error {}
// A failure that the server has put into words.

async function answered(asking, unreachable) {
  let response, body;
  try {
    response = await asking;
    body = await response.json();
  } catch {
    throw new Sentence(unreachable);
  }
  if (!response.ok) throw new Sentence(body.error || unreachable);
  return body;
}

export class Api {
  unreachable = "";

  get(path) {
    return answered(fetch(path, { credentials: "same-origin" }), this.unreachable);
  }

  post(path, body) {
    const headers = { "Content-Type": "application/json", "X-Briscola": "1" };
    const act = { method: "POST", headers, credentials: "same-origin", body: JSON.stringify(body) };
    return answered(fetch(path, act), this.unreachable);
  }
}

// Follows one table at a time. Browsers connect again by themselves, except after a refusal: then we do.
export class Live {
  constructor(onLook, onConnection) {
    this.onLook = onLook;
    this.onConnection = onConnection;
    this.table = "";
  }

  follow(table) {
    this.close();
    this.table = table;
    const source = (this.source = new EventSource(`/api/events/${table}`));
    source.onopen = () => this.onConnection(true);
    source.onmessage = (event) => source === this.source && this.onLook(JSON.parse(event.data));
    source.onerror = () => {
      if (source !== this.source) return;
      this.onConnection(false);
      if (source.readyState === EventSource.CLOSED) {
        this.again = setTimeout(() => this.follow(table), 2000);
      }
    };
  }

  close() {
    clearTimeout(this.again);
    if (this.source) this.source.close();
    this.source = null;
    this.table = "";
  }
}
