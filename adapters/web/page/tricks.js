// The middle of the table: stock and trump, the trick being played, and the last one.

import { back, card, dressBack, dressCard, fill, find, keep, make, set } from "./dom.js";
import { showLeaf } from "./leaf.js";
import { flyIn, gather } from "./motion.js";

const LINGER = 1500;
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
let laid = { table: "", cards: new Set() };

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
    if (one.card) dressCard(image, scene.deck, one.card, one.across ? fill(texts.under, { card: one.card.name }) : one.card.name);
    else dressBack(image, scene.deck);
  });
  heap.classList.toggle("empty", !heap.children.length);
  heap.classList.toggle("called", Boolean(scene.called));
  heap.classList.toggle("lone", heap.children.length > 0 && !heap.querySelector(".across"));
  count.textContent = scene.stock ? `×${scene.stock}` : "";
  describe(count, scene.stock ? fill(texts.stock, { n: scene.stock }) : "");
  trump.hidden = !scene.trump && !scene.trumpWord;
  trump.children[0].hidden = !scene.trump;
  if (scene.trump) set(trump.children[0], "src", `/suits/${scene.deck}/${scene.trump}.svg`);
  trump.children[1].textContent = scene.trumpWord;
  describe(trump, scene.trump ? fill(texts.trump, { trump: scene.trumpWord }) : "");
}

// What is drawn or short, heard as a whole.
function describe(node, words) {
  set(node, "role", words ? "img" : null);
  set(node, "aria-label", words || null);
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

export function showTricks(look, scene, around, texts) {
  const last = scene.lastTrick.map((one) => one.card.code).join(" ");
  const taken = shown.table === look.table && last && last !== shown.last;
  if (taken && !scene.trick.length) {
    stopLingering();
    if (!look.screen.over) lingering = setTimeout(() => { lingering = null; lay(); }, LINGER);
  } else if (scene.trick.length || shown.table !== look.table || scene.piles.length) {
    stopLingering();
  }
  shown = { table: look.table, last };
  latest = { table: look.table, scene, around, texts };
  lay();
}

export function stopLingering() {
  clearTimeout(lingering);
  lingering = null;
}

// Lays what the latest look shows, whenever it is called: much may have happened while a trick lingered.
function lay() {
  const { table, scene, around, texts } = latest;
  const linger = Boolean(lingering);
  const played = linger ? scene.lastTrick : scene.trick;
  const lying = played.map(({ seat, card: one }) => ({ key: one.code, one, seat, won: linger && seat === scene.lastWinner }));
  const before = laid.table === table ? laid.cards : null;
  if (before) gather(goneWith(lying), scene.lastWinner);
  const turn = around.find((seat) => seat.onTurn);
  keep(find("#trick"), turn && !linger ? [...lying, { key: `arrow${turn.number}`, seat: turn.number }] : lying, makeLying, (node, it) => {
    node.classList.toggle("won", Boolean(it.won));
    put(node, around[it.seat].from, around.length);
    if (it.one) dressCard(node.firstChild, scene.deck, it.one, fill(texts.played, { name: nameOf(around[it.seat], texts), card: it.one.name }));
  });
  laid = { table, cards: new Set(lying.map((one) => one.key)) };
  if (before) lying.filter((it) => !before.has(it.key)).forEach((it) => flyIn(find(`#trick [data-key="${it.key}"]`), it.key, it.seat));
  showLast(linger);
}

const goneWith = (lying) => [...find("#trick").querySelectorAll(".lying:not(.points)")].filter((node) => !lying.some((it) => it.key === node.dataset.key));

const nameOf = (seat, texts) => (seat.mine ? texts.me : seat.name);

function makeLying(it) {
  const inside = make("img", it.one ? { className: "card", draggable: false } : { className: "arrow", src: "/page/arrow.svg", alt: "" });
  return make("div", { className: it.one ? "lying" : "lying points" }, inside);
}

function put(node, from, count) {
  const [x, y] = LYING[count][from];
  node.style.setProperty("--x", x);
  node.style.setProperty("--y", y);
  const turn = count === 2 ? -180 * from : (Math.atan2(-x, y) * 180) / Math.PI;
  node.style.setProperty("--turn", `${turn.toFixed(0)}deg`);
}

// -- the last trick, small, and large on request ------------------------------------------------

function showLast(linger) {
  const { scene, texts } = latest;
  const node = find("#last");
  const button = find("button", node);
  if (!button.children.length) button.append(make("span", { className: "word" }), make("span", { className: "faces" }));
  const [word, cards] = button.children;
  node.classList.toggle("away", linger);
  button.hidden = !scene.lastTrick.length;
  button.onclick = () => enlargeLast();
  set(button, "title", `${texts.last_large} (T)`);
  word.textContent = scene.lastWord;
  const items = scene.lastTrick.map(({ seat, card: one }) => ({ key: one.code, one, won: seat === scene.lastWinner }));
  keep(cards, items, (it) => make("span", {}, card(scene.deck, it.one)), (one, it) => {
    one.classList.toggle("won", it.won);
    dressCard(one.firstChild, scene.deck, it.one);
  });
}

// Who played what, large; false where there is no last trick to be seen.
export function enlargeLast() {
  if (!latest || !latest.scene.lastTrick.length || find("#last button").checkVisibility() === false) return false;
  const { scene, around, texts } = latest;
  const figures = scene.lastTrick.map(({ seat, card: one }) => make("figure", { className: seat === scene.lastWinner ? "won" : "" },
    card(scene.deck, one), make("figcaption", {}, make("bdi", { textContent: nameOf(around[seat], texts) }))));
  showLeaf(texts, scene.lastWord, make("div", { className: "lasttrick" }, ...figures));
  return true;
}
