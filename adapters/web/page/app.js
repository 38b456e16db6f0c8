// The page: which view is shown, and what follows from a press.

import { Api, Live, Sentence } from "./api.js";
import { wait } from "./buttons.js";
import { find, make, set } from "./dom.js";
import { goOn, headline, keepingFocus } from "./focus.js";
import { showGuide } from "./guide.js";
import { showHand } from "./hand.js";
import { showInvite } from "./invite.js";
import { keep } from "./kept.js";
import { listen } from "./keys.js";
import { showLanding } from "./landing.js";
import { closeLeaf, showPicture } from "./leaf.js";
import { showMenu } from "./menu.js";
import { rememberHand } from "./motion.js";
import { Note, toast } from "./notes.js";
import { shortcuts } from "./shortcuts.js";
import { showTable } from "./table.js";
import { forget, tell } from "./telling.js";

const api = new Api();
const note = new Note(press, bid);
const live = new Live(api, onLook, onConnection);
let me;
let learning = null;
let tried = "";
let look = null;
let busy = false;

const tableHere = () => (/^\/t\/([a-z0-9]{10})$/.exec(location.pathname) || [])[1] || "";

// -- what the visitor does ------------------------------------------------------------------------

async function act(asking, { left = false, quietly = false, done = "" } = {}) {
  if (busy) return;
  busy = true;
  wait(true);
  try {
    const answer = await asking();
    if (done && answer.outcome === "accepted" && !answer.words) answer.words = done;
    take(answer, left, quietly);
  } catch (error) {
    if (!(error instanceof Sentence)) throw error;
    toast(error.message);
  } finally {
    busy = false;
    wait(false);
  }
}

function press(token, { quietly = false, done = "" } = {}) {
  return act(async () => {
    const answer = await api.post("/api/press", { token });
    if (/^me-(speaks|deck|shows)-/.test(token) && answer.outcome === "accepted") await learn();
    return answer;
  }, { left: /-leave$/.test(token), quietly, done });
}

function bid(table, points) {
  return act(() => api.post("/api/bid", { table, points }));
}

const open = (opponent, rules) => act(() => api.post("/api/open", { opponent, rules }));
const ask = (name) => act(() => api.get(`/api/note/${name}`));
const read = (topic) => trying(() => showGuide(api, me.texts, topic, tableHere() ? { table: tableHere() } : {}));
const keys = shortcuts({ press, toast, here: () => ({ me, look }) });

async function trying(what) {
  try {
    await what();
  } catch (error) {
    if (!(error instanceof Sentence)) throw error;
    toast(error.message);
  }
}

const rename = (name) => trying(async () => {
  me = await api.post("/api/name", { name });
  dressPage();
});

function take(answer, left, quietly) {
  if (answer.words) toast(answer.words);
  if (quietly) answer.note = null;
  if (answer.note) note.show(answer.note, me.texts);
  else if (!["refused", "duplicate"].includes(answer.outcome)) note.close();
  if (answer.file) download(answer.file);
  if (answer.picture) showPicture(answer.picture, me.texts);
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
  rememberHand();
  keepingFocus(() => {
    showTable(look, me.texts, press);
    showHand(look, me.texts, press);
    showInvite(look, me.texts);
    showWay();
  });
  if (busy) wait(true);
  const turn = Boolean(look.hand && look.hand.onTurn);
  if (look.screen.scene) keep("deck", look.screen.scene.deck);
  document.title = `${turn ? `● ${me.texts.your_turn}` : look.screen.title} – ${me.texts.briscola}`;
  tell(look, me.texts);
}

// Where to go from a table that is over.
function showWay() {
  const node = find("#next");
  node.hidden = !look.next && !look.screen.over;
  set(node, "className", `button ${look.next ? "success" : "plain"}`);
  node.href = look.next ? `/t/${look.next}` : "/";
  node.textContent = look.next ? me.texts.next_table : me.texts.home;
}

function onConnection(good) {
  const banner = find("#banner");
  if (good && !banner.hidden && look) toast(me.texts.back_again);
  banner.hidden = good;
  banner.textContent = good ? "" : me.texts.lost;
}

// -- where we are ---------------------------------------------------------------------------------

function goTo(table) {
  history.pushState(null, "", table ? `/t/${table}` : "/");
  return arrive().then(() => headline().focus({ preventScroll: true }));
}

async function arrive() {
  const table = tableHere();
  look = null;
  forget();
  closeLeaf();
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
  showMenu(me, {
    home: () => goTo(""), skip: () => goOn(), speak: (code) => press(`me-speaks-${code}`), guide: () => read("tips"), keys: () => keys("?"),
    help: () => ask("help"), stats: () => ask("stats"), leaderboard: () => ask("leaderboard"), look: () => ask("look"),
  });
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
  listen(press, keys);
  window.addEventListener("popstate", arrive);
  await arrive();
}

begin();
