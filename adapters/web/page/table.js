// The public table: seats, stock, tricks, headline and result, with the visitor at the bottom.

import { back, card, fill, find, keep, make, set } from "./dom.js";
import { dressRow, makeRow } from "./notes.js";

const LINGER = 1700;
// Milliseconds that a trick just taken stays in the middle, unless somebody leads first.

let lingering;
let shown = { table: "", last: "" };

export function showTable(look, texts, press) {
  const { screen } = look;
  const scene = screen.scene;
  const place = find("#place");
  place.classList.toggle("lobby", isLobby(screen));
  place.classList.toggle("over", screen.over);
  place.classList.toggle("result", Boolean(scene && scene.piles.length));
  place.classList.toggle("words-only", !scene);
  const mine = look.hand && look.hand.scene && look.hand.scene.onTurn;
  find("#headline").textContent = mine ? look.hand.title : screen.title;
  find("#score").textContent = scene ? scene.score : "";
  showButtons(look, press);
  showNews(screen, texts);
  if (scene) showScene(look, scene, texts);
}

function isLobby({ over, scene }) {
  return Boolean(scene) && !over && !scene.piles.length && scene.seats.every((seat) => !seat.cards);
}

function showScene(look, scene, texts) {
  const bottom = look.seat === null ? 0 : look.seat;
  const count = scene.seats.length;
  const around = scene.seats.map((seat, number) => ({
    key: `seat${number}`, ...seat, number, from: (number - bottom + count) % count, mine: number === look.seat, deck: scene.deck,
  }));
  const dress = (node, seat) => dressSeat(node, seat, texts);
  // Counter-clockwise from the visitor: the first sits to the right, so the row reads backwards.
  keep(find("#seats"), around.filter((seat) => seat.from).sort((a, b) => b.from - a.from), makeSeat, dress);
  keep(find("#plate"), around.filter((seat) => !seat.from), makeSeat, dress);
  showStock(scene, texts);
  showTricks(look, scene, around);
  showResult(scene, texts);
}

// -- seats --------------------------------------------------------------------------------------

function makeSeat() {
  const words = make("span", { className: "who" }, make("span", { className: "name" }), make("span", { className: "note" }));
  return make("div", {}, make("span", { className: "backs" }), make("span", { className: "mark" }), words);
}

function dressSeat(node, seat, texts) {
  const [backs, mark, words] = node.children;
  const [name, note] = words.children;
  set(node, "className", `seat${seat.onTurn ? " turn" : ""}${seat.name ? "" : " free"}${seat.computer ? " computer" : ""}`);
  const held = seat.openHand.length ? seat.openHand : Array.from({ length: seat.mine ? 0 : seat.cards }, (_, i) => ({ code: i }));
  const face = seat.openHand.length ? (one) => card(seat.deck, one) : () => back(seat.deck);
  keep(backs, held.map((one) => ({ ...one, key: `c${one.code}` })), face, () => {});
  set(mark, "ariaLabel", seat.computer ? texts.computer : null);
  set(mark, "role", seat.computer ? "img" : null);
  mark.hidden = !seat.computer;
  name.textContent = seat.name || texts.free;
  name.dir = "auto";
  note.textContent = [seat.mine ? texts.you : "", seat.side || "", seat.name ? seat.note : ""].filter(Boolean).join(" · ");
}

// -- stock and trump ----------------------------------------------------------------------------

function showStock(scene, texts) {
  const node = find("#stock");
  const pile = [];
  if (scene.trumpCard) pile.push({ key: scene.trumpCard.code, card: scene.trumpCard });
  const backs = Math.min(4, Math.ceil((scene.stock - (scene.trumpCard ? 1 : 0)) / 6));
  for (let i = 0; i < backs; i++) pile.push({ key: `back${i}` });
  if (!node.children.length) {
    node.append(make("div", { className: "pile" }), make("p", { className: "count" }),
      make("p", { className: "trump" }, make("img", { alt: "" }), make("span")));
  }
  const [heap, count, trump] = node.children;
  keep(heap, pile, (one) => (one.card ? card(scene.deck, one.card) : back(scene.deck)), (image, one) => {
    image.classList.toggle("across", Boolean(one.card));
    if (one.card) image.alt = one.card.name;
  });
  heap.classList.toggle("empty", !pile.length);
  count.textContent = scene.stock ? `×${scene.stock}` : "";
  count.setAttribute("aria-label", fill(texts.stock, { n: scene.stock }));
  trump.hidden = !scene.trump;
  if (scene.trump) {
    set(trump.children[0], "src", `/suits/${scene.trump}.svg`);
    trump.children[1].textContent = scene.trumpWord;
    trump.setAttribute("aria-label", fill(texts.trump, { trump: scene.trumpWord }));
  }
}

// -- tricks -------------------------------------------------------------------------------------

function showTricks(look, scene, around) {
  const last = scene.lastTrick.map((one) => one.card.code).join(" ");
  const taken = shown.table === look.table && last && last !== shown.last;
  if (taken && !scene.trick.length) {
    clearTimeout(lingering);
    lingering = setTimeout(() => { lingering = null; lay(scene, around, false); }, LINGER);
  } else if (scene.trick.length || shown.table !== look.table || scene.piles.length) {
    clearTimeout(lingering);
    lingering = null;
  }
  shown = { table: look.table, last };
  lay(scene, around, Boolean(lingering));
}

function lay(scene, around, linger) {
  const played = linger ? scene.lastTrick : scene.trick;
  const lying = played.map(({ seat, card: one }) => ({ key: one.code, one, seat, won: linger && seat === scene.lastWinner }));
  const turn = around.find((seat) => seat.onTurn);
  if (turn && !linger) lying.push({ key: `arrow${turn.number}`, seat: turn.number });
  keep(find("#trick"), lying, (it) => makeLying(it, scene.deck), (node, it) => {
    node.classList.toggle("won", Boolean(it.won));
    put(node, around[it.seat].from, around.length);
  });
  showLast(scene, linger);
}

function makeLying(it, deck) {
  const inside = it.one ? card(deck, it.one) : make("img", { className: "arrow", src: "/page/arrow.svg", alt: "" });
  return make("div", { className: it.one ? "lying" : "lying points" }, inside);
}

// Seats stand counter-clockwise on a circle that begins at the bottom.
function put(node, from, count) {
  const angle = (2 * Math.PI * from) / count;
  node.style.setProperty("--x", (Math.sin(angle) - (count === 2 ? 0.42 * Math.cos(angle) : 0)).toFixed(3));
  node.style.setProperty("--y", Math.cos(angle).toFixed(3));
  node.style.setProperty("--turn", `${(-360 * from) / count}deg`);
}

function showLast(scene, linger) {
  const node = find("#last");
  if (!node.children.length) node.append(make("p"), make("div"));
  const [word, cards] = node.children;
  node.classList.toggle("away", linger);
  word.textContent = scene.lastWord;
  const items = scene.lastTrick.map(({ seat, card: one }) => ({ key: one.code, one, won: seat === scene.lastWinner }));
  keep(cards, items, (it) => make("div", {}, card(scene.deck, it.one)), (one, it) => one.classList.toggle("won", it.won));
}

// -- result -------------------------------------------------------------------------------------

function showResult(scene, texts) {
  const piles = scene.piles.map((pile, side) => ({ key: `pile${side}`, ...pile }));
  keep(find("#result"), piles, makePile, (node, pile) => {
    const [label, points, cards] = node.children;
    node.classList.toggle("won", pile.winner);
    label.textContent = pile.label;
    label.dir = "auto";
    set(label, "title", pile.winner ? texts.wins : "");
    points.textContent = pile.points;
    keep(cards, pile.cards.map((one) => ({ key: one.code, one })), (it) => card(scene.deck, it.one), () => {});
  });
}

function makePile() {
  return make("section", { className: "heap" }, make("h2"), make("p", { className: "points" }), make("div"));
}

// -- words and buttons --------------------------------------------------------------------------

function showButtons(look, press) {
  const hand = look.hand ? look.hand.rows.map((row) => row.filter((one) => !one.card)) : [];
  const rows = [...look.screen.rows, ...hand].filter((row) => row.length);
  const items = rows.map((row, place) => ({ key: `row${place}`, row }));
  keep(find("#buttons"), items, makeRow, (node, { row }) => dressRow(node, row, press));
}

function showNews(screen, texts) {
  find("#news h2").textContent = texts.news;
  keep(find("#news ul"), screen.lines.map((line) => ({ key: line, line })), () => make("li"), (node, { line }) => {
    if (node.textContent !== line) node.textContent = line;
    node.dir = "auto";
  });
}
