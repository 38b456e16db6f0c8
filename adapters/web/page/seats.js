// The seats round the table: who sits there, for which side, in which part; in the lobby, what one may do there.

import { dressButton, makeButton } from "./buttons.js";
import { back, card, dressBack, dressCard, find, keep, make, set } from "./dom.js";

// Where the others sit, counter-clockwise from the visitor at the bottom: the right side from below, the top, the left from above.
const PLACES = {
  2: ["", "top"],
  3: ["", "right", "left"],
  4: ["", "right", "top", "left"],
  5: ["", "right", "right", "left", "left"],
  6: ["", "right", "right", "top", "left", "left"],
};

export function showSeats(around, texts, press) {
  const places = PLACES[around.length];
  const dress = (node, seat) => dressSeat(node, seat, texts, press);
  const there = (place) => around.filter((seat) => seat.from && places[seat.from] === place).sort((a, b) => a.from - b.from);
  keep(find("#right .seats"), there("right"), makeSeat, dress);
  keep(find("#seats"), there("top"), makeSeat, dress);
  keep(find("#left .seats"), there("left"), makeSeat, dress);
  keep(find("#plate"), around.filter((seat) => !seat.from), makeSeat, dress);
}

function makeSeat() {
  const name = make("span", { className: "line" }, make("span", { className: "letter" }), make("span", { className: "name" }),
    make("span", { className: "deals" }), make("span", { className: "mark" }));
  const words = make("span", { className: "who" }, name, make("span", { className: "role" }), make("span", { className: "note" }));
  return make("div", {}, make("span", { className: "backs" }), words, make("span", { className: "acts" }));
}

function dressSeat(node, seat, texts, press) {
  const [backs, words, acts] = node.children;
  const [line, role, note] = words.children;
  const [letter, name, deals, mark] = line.children;
  set(node, "className", `seat${seat.onTurn ? " turn" : ""}${seat.name ? "" : " free"}${seat.side ? ` side-${seat.side}` : ""}`);
  dressCards(backs, seat);
  letter.textContent = seat.side || "";
  describe(letter, seat.side ? texts.side.replace("{side}", seat.side) : "");
  describe(deals, seat.dealer ? texts.dealer : "");
  describe(mark, seat.computer ? texts.computer : "");
  dressName(name, seat.name || texts.free);
  role.textContent = seat.role;
  note.textContent = [seat.mine ? texts.you : "", seat.name ? seat.note : ""].filter(Boolean).join(" · ");
  keep(acts, seat.acts.map((one) => ({ key: one.token, ...one })), makeButton, (button, one) => {
    dressButton(button, one, press);
    const place = seat.name || texts.seat.replace("{n}", seat.number + 1);
    set(button, "ariaLabel", `${one.label}: ${place}${seat.side ? ` (${seat.side})` : ""}`);
  });
}

// A sign that stands for a word: heard as the word, and shown to a pointer.
function describe(node, word) {
  node.hidden = !word;
  set(node, "role", word ? "img" : null);
  set(node, "aria-label", word || null);
  set(node, "title", word);
}

function dressCards(backs, seat) {
  const open = seat.openHand.length > 0 && !seat.mine;
  const held = open ? seat.openHand : Array.from({ length: seat.mine ? 0 : seat.cards }, (_, i) => ({ code: i }));
  backs.classList.toggle("open", open);
  keep(backs, held.map((one) => ({ ...one, key: `${open ? "c" : "b"}${one.code}` })), open ? (one) => card(seat.deck, one) : () => back(seat.deck),
    (image, one) => (open ? dressCard(image, seat.deck, one) : dressBack(image, seat.deck)));
  set(backs, "role", held.length && !open ? "img" : null);
  set(backs, "aria-label", held.length && !open ? seat.held : null);
}

// A name that has no room is cut, but never the number that tells it from its namesake's.
function dressName(node, name) {
  const [, own, number] = /^(.*?)( \(\d+\))?$/s.exec(name);
  if (!node.children.length) node.append(make("bdi"), make("span"));
  node.children[0].textContent = own;
  node.children[1].textContent = number || "";
  set(node, "title", name);
}
