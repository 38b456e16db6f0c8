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
const note = new Note(press, bid);
const live = new Live(api, onLook, onConnection);
let me;
let learning = null;
let tried = "";
let look = null;
let busy = false;
let said = [];

const tableHere = () => (/^\/t\/([a-z0-9]{10})$/.exec(location.pathname) || [])[1] || "";

// -- what the visitor does ------------------------------------------------------------------------

async function act(asking, left = false) {
  if (busy) return;
  busy = true;
  wait(true);
  try {
    take(await asking(), left);
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
  }, /-leave$/.test(token));
}

function bid(table, points) {
  return act(() => api.post("/api/bid", { table, points }));
}

const open = (opponent, rules) => act(() => api.post("/api/open", { opponent, rules }));
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

function take(answer, left) {
  if (answer.words) toast(answer.words);
  if (answer.note) note.show(answer.note, me.texts);
  else if (!["refused", "duplicate"].includes(answer.outcome)) note.close();
  if (answer.file) download(answer.file);
  if (left && answer.outcome === "accepted") return goTo("");
  const moved = answer.table && answer.table !== tableHere() && answer.outcome !== "refused";
  if (moved && !answer.note) goTo(answer.table);
  if (answer.look) onLook(answer.look);
}

function download(address) {
  const link = make("a", { href: address, download: "" });
  document.body.append(link);
  link.click();
  link.remove();
}

// -- what the server tells ------------------------------------------------------------------------

function onLook(fresh) {
  if (fresh.table !== tableHere()) return;
  if (look && look.table === fresh.table && fresh.seq < look.seq) return;
  if (speaksAnew(fresh.language)) return;
  const followed = look && look.table === fresh.table && !look.next && fresh.next;
  look = fresh;
  if (followed && fresh.seat !== null) return goTo(fresh.next);
  show();
}

// Another tab has chosen a language (or an act of ours has, and is learning it): then this page learns it as a whole.
function speaksAnew(language) {
  if (language === me.language) tried = "";
  if (language === me.language || language === tried) return false;
  if (!busy) {
    tried = language;
    setTimeout(() => learn().catch(() => {}), 300); // the cookie may not have come yet
  }
  return true;
}

function show() {
  find("#landing").hidden = true;
  find("#place").hidden = false;
  showTable(look, me.texts, press);
  showHand(look, me.texts, press);
  showInvite(look, me.texts);
  showWay();
  if (busy) wait(true);
  const turn = Boolean(look.hand && look.hand.scene && look.hand.scene.onTurn);
  document.title = `${turn ? `● ${me.texts.your_turn}` : look.screen.title} – ${me.texts.briscola}`;
  tell([turn ? look.hand.title : look.screen.title, look.news, ...(look.hand ? look.hand.secrets : []), ...look.screen.lines]);
}

// Where to go from a table that is over.
function showWay() {
  const node = find("#next");
  node.hidden = !look.next && !look.screen.over;
  set(node, "className", `button ${look.next ? "success" : "plain"}`);
  node.href = look.next ? `/t/${look.next}` : "/";
  node.textContent = look.next ? me.texts.next_table : me.texts.home;
}

// Read aloud only what is new.
function tell(lines) {
  const news = lines.filter((line) => line && !said.includes(line));
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

function learn() {
  learning = learning || learnAnew().finally(() => { learning = null; });
  return learning;
}

// The page's words and the table's, in one go: never two languages beside each other.
async function learnAnew() {
  const asking = look ? api.get(`/api/look/${look.table}`) : null;
  const [fresh, now] = await Promise.all([api.get("/api/me"), asking]);
  me = fresh;
  api.unreachable = me.texts.unreachable;
  if (now && look && now.table === look.table && now.seq >= look.seq) look = now;
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
  showLanding(me, api, { open, rename });
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
