// The middle of the table: stock and trump, the trick being played, and the last one.

import { back, card, fill, find, keep, make, set } from "./dom.js";

const LINGER = 1700;
// Milliseconds that a trick just taken stays in the middle, unless somebody leads first.

// Where each seat's card lies, in card widths from the middle, counter-clockwise from the bottom.
const LYING = {
  2: [[-0.42, 1], [0.42, -1]],
  3: [[0, 0.62], [1.08, -0.36], [-1.08, -0.36]],
  4: [[0, 0.86], [1.12, 0], [0, -0.86], [-1.12, 0]],
  5: [[0, 0.86], [1.1, 0.8], [0.54, -0.8], [-0.54, -0.8], [-1.1, 0.8]],
  6: [[0, 0.98], [1.1, 0.82], [1.1, -0.82], [0, -0.98], [-1.1, -0.82], [-1.1, 0.82]],
};

let lingering;
let latest;
let shown = { table: "", last: "" };

// -- stock and trump ----------------------------------------------------------------------------

export function showStock(scene, texts) {
  const node = find("#stock");
  if (!node.children.length) {
    node.append(make("div", { className: "pile" }), make("p", { className: "count" }),
      make("p", { className: "trump" }, make("img", { alt: "" }), make("span")));
  }
  const [heap, count, trump] = node.children;
  keep(heap, stockPile(scene), (one) => (one.card ? card(scene.deck, one.card) : back(scene.deck)), (image, one) => {
    image.classList.toggle("across", Boolean(one.across));
    if (one.card) image.alt = one.card.name;
  });
  heap.classList.toggle("empty", !heap.children.length);
  heap.classList.toggle("called", Boolean(scene.called));
  heap.classList.toggle("lone", heap.children.length > 0 && !heap.querySelector(".across"));
  count.textContent = scene.stock ? `×${scene.stock}` : "";
  count.setAttribute("aria-label", fill(texts.stock, { n: scene.stock }));
  trump.hidden = !scene.trump && !scene.trumpWord;
  trump.children[0].hidden = !scene.trump;
  if (scene.trump) set(trump.children[0], "src", `/suits/${scene.trump}.svg`);
  trump.children[1].textContent = scene.trumpWord;
  set(trump, "ariaLabel", scene.trump ? fill(texts.trump, { trump: scene.trumpWord }) : null);
}

function stockPile({ trumpCard, called, stock, stockTop }) {
  const pile = [];
  if (trumpCard) pile.push({ key: trumpCard.code, card: trumpCard, across: true });
  if (called) pile.push({ key: `called${called.code}`, card: called });
  const backs = Math.min(4, Math.ceil((stock - (trumpCard ? 1 : 0)) / 6));
  for (let i = 0; i < backs; i++) pile.push({ key: `back${i}` });
  if (stockTop && stockTop.code !== (trumpCard && trumpCard.code)) pile.push({ key: `top${stockTop.code}`, card: stockTop });
  return pile;
}

// -- tricks -------------------------------------------------------------------------------------

// Tells the style sheet how much room the cards of a trick have.
const measured = new ResizeObserver(([{ target, contentRect }]) => {
  target.style.setProperty("--wide", `${contentRect.width}px`);
  target.style.setProperty("--high", `${contentRect.height}px`);
});
measured.observe(find("#trick"));

export function showTricks(look, scene, around) {
  const last = scene.lastTrick.map((one) => one.card.code).join(" ");
  const taken = shown.table === look.table && last && last !== shown.last;
  if (taken && !scene.trick.length) {
    stopLingering();
    if (!look.screen.over) lingering = setTimeout(() => { lingering = null; lay(); }, LINGER);
  } else if (scene.trick.length || shown.table !== look.table || scene.piles.length) {
    stopLingering();
  }
  shown = { table: look.table, last };
  latest = { scene, around };
  lay();
}

export function stopLingering() {
  clearTimeout(lingering);
  lingering = null;
}

// Lays what the latest look shows, whenever it is called: much may have happened while a trick lingered.
function lay() {
  const { scene, around } = latest;
  const linger = Boolean(lingering);
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

function put(node, from, count) {
  const [x, y] = LYING[count][from];
  node.style.setProperty("--x", x);
  node.style.setProperty("--y", y);
  const turn = count === 2 ? -180 * from : (Math.atan2(-x, y) * 180) / Math.PI;
  node.style.setProperty("--turn", `${turn.toFixed(0)}deg`);
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
