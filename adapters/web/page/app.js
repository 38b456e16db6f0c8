// The page: which view is shown, and what follows from a press.

import { Api, Live, Sentence } from "./api.js";
import { wait } from "./buttons.js";
import { find, make, set } from "./dom.js";
import { showHand } from "./hand.js";
import { showInvite } from "./invite.js";
import { listen } from "./keys.js";
import { showLanding } from "./landing.js";
import { Note, toast } from "./notes.js";
import { showTable } from "./table.js";

const api = new Api();
const note = new Note(press);
const live = new Live(onLook, onConnection);
let me;
let look = null;
let busy = false;
let said = [];

const tableHere = () => (/^\/t\/([a-z0-9]{10})$/.exec(location.pathname) || [])[1] || "";

// -- what the visitor does ------------------------------------------------------------------------

async function act(asking) {
  if (busy) return;
  busy = true;
  wait(true);
  try {
    await take(await asking());
  } catch (error) {
    if (!(error instanceof Sentence)) throw error;
    toast(error.message);
  } finally {
    busy = false;
    wait(false);
  }
}

function press(token) {
  return act(async () => {
    const answer = await api.post("/api/press", { token });
    if (/^me-speaks-/.test(token) && answer.outcome === "accepted") await learn();
    return answer;
  });
}

const open = (opponent) => act(() => api.post("/api/open", { opponent }));
const ask = (name) => act(() => api.get(`/api/note/${name}`));

async function rename(name) {
  try {
    me = await api.post("/api/name", { name });
    dressPage();
  } catch (error) {
    if (!(error instanceof Sentence)) throw error;
    toast(error.message);
  }
}

async function take(answer) {
  if (answer.words) toast(answer.words);
  if (answer.note) note.show(answer.note, me.texts);
  else note.close();
  const moved = answer.table && answer.table !== tableHere() && answer.outcome !== "refused";
  if (moved && !answer.note) goTo(answer.table);
  if (answer.look) onLook(answer.look);
}

// -- what the server tells ------------------------------------------------------------------------

function onLook(fresh) {
  if (fresh.table !== tableHere()) return;
  if (look && look.table === fresh.table && fresh.seq < look.seq) return;
  const followed = look && look.table === fresh.table && !look.next && fresh.next;
  look = fresh;
  if (followed && fresh.seat !== null) return goTo(fresh.next);
  show();
}

function show() {
  find("#landing").hidden = true;
  find("#place").hidden = false;
  showTable(look, me.texts, press);
  showHand(look, me.texts, press);
  showInvite(look, me.texts);
  showNext();
  if (busy) wait(true);
  const turn = Boolean(look.hand && look.hand.scene && look.hand.scene.onTurn);
  document.title = `${turn ? `● ${me.texts.your_turn}` : look.screen.title} – ${me.texts.briscola}`;
  tell([turn ? me.texts.your_turn : look.screen.title, ...look.screen.lines]);
}

function showNext() {
  const node = find("#next") || find("#buttons").parentNode.insertBefore(make("a", { id: "next", className: "button success" }), find("#buttons"));
  node.hidden = !look.next;
  node.href = `/t/${look.next}`;
  node.textContent = me.texts.next_table;
}

// Read aloud only what is new.
function tell(lines) {
  const news = lines.filter((line) => !said.includes(line));
  said = lines;
  if (news.length) find("#told").textContent = news.join(" ");
}

function onConnection(good) {
  const banner = find("#banner");
  banner.hidden = good;
  banner.textContent = good ? "" : me.texts.lost;
}

// -- where we are ---------------------------------------------------------------------------------

function goTo(table) {
  history.pushState(null, "", table ? `/t/${table}` : "/");
  arrive();
}

async function arrive() {
  const table = tableHere();
  look = null;
  said = [];
  onConnection(true);
  if (!table) {
    live.close();
    find("#place").hidden = true;
    find("#landing").hidden = false;
    document.title = me.texts.briscola;
    return;
  }
  try {
    onLook(await api.get(`/api/look/${table}`));
    if (tableHere() === table) live.follow(table);
  } catch (error) {
    if (!(error instanceof Sentence)) throw error;
    toast(error.message);
    goTo("");
  }
}

async function learn() {
  me = await api.get("/api/me");
  api.unreachable = me.texts.unreachable;
  dressPage();
}

function dressPage() {
  document.documentElement.lang = me.language;
  find("#bar").hidden = false;
  find("#home span").textContent = me.texts.briscola;
  set(find("#home"), "title", me.texts.home);
  find("#home").onclick = (event) => { event.preventDefault(); goTo(""); };
  const notes = ["help", "stats", "leaderboard"].map((name) =>
    make("button", { type: "button", className: "link", textContent: me.texts[name], onclick: () => ask(name) }));
  find("#menu").replaceChildren(...notes);
  set(find("#languages"), "ariaLabel", me.texts.language);
  const languages = Object.entries(me.languages).map(([code, name]) =>
    make("button", { type: "button", className: "link", lang: code, title: name, textContent: code.toUpperCase(),
      ariaPressed: String(code === me.language), onclick: () => press(`me-speaks-${code}`) }));
  find("#languages").replaceChildren(...languages);
  showLanding(me, { open, rename });
  if (look) show();
}

async function begin() {
  try {
    await learn();
  } catch (error) {
    setTimeout(begin, 2000);
    return;
  }
  listen(press);
  window.addEventListener("popstate", arrive);
  await arrive();
}

begin();
