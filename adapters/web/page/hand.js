// The visitor's own cards, large, each a button; and what only this visitor knows.

import { card, dressCard, find, keep, make, set } from "./dom.js";

export function showHand(look, texts, press) {
  const { hand } = look;
  const cards = cardButtons(hand);
  const node = find("#hand");
  const focused = [...node.children].indexOf(document.activeElement);
  const drawn = !hand || Boolean(hand.scene);
  if (node.classList.toggle("in-words", !drawn) === Boolean(node.querySelector("img"))) node.replaceChildren();
  keep(node, cards, makeCard, (one, it) => dress(one, it, press));
  find("#held").textContent = texts.hand;
  find("#held").hidden = !cards.length;
  node.style.setProperty("--n", cards.length);
  find("#mine").classList.toggle("turn", Boolean(hand && hand.onTurn));
  find("#mine").classList.toggle("many", cards.length > 5);
  find("#hint").textContent = cards.some((one) => one.token) ? texts.hand_keys : "";
  showSecrets(hand);
  if (focused >= 0 && !node.contains(document.activeElement) && cards.length) {
    node.children[Math.min(focused, cards.length - 1)].focus({ preventScroll: true });
  }
}

// The cards held, each with its button where it may be played now.
function cardButtons(hand) {
  if (!hand) return [];
  const tokens = new Map(hand.rows.flat().filter((one) => one.card).map((one) => [one.card, one.token]));
  return hand.cards.map((one, place) => ({
    key: one.code, place, token: tokens.get(one.code) || "", ...one, deck: hand.scene ? hand.scene.deck : "",
  }));
}

function makeCard(one) {
  const number = make("span", { className: "number", ariaHidden: "true" });
  return make("button", { type: "button", className: "mine" }, one.deck ? card(one.deck, one) : make("span"), number);
}

function dress(node, one, press) {
  const [face, number] = node.children;
  if (one.deck) dressCard(face, one.deck, one);
  else face.textContent = one.name;
  number.textContent = one.place + 1;
  set(node, "title", one.deck ? one.name : "");
  if (one.token) {
    node.dataset.token = one.token;
    // The second click of a double click would land on the card that has moved into this place.
    node.onclick = (event) => event.detail < 2 && press(one.token);
  } else {
    delete node.dataset.token;
    node.onclick = null;
  }
  set(node, "aria-disabled", one.token ? null : "true");
}

// What the table does not show: a partner's cards, a sign, who one's partner is.
function showSecrets(hand) {
  const lines = hand ? hand.secrets : [];
  keep(find("#secrets ul"), lines.map((line) => ({ key: line, line })), () => make("li", { dir: "auto" }), (node, { line }) => {
    if (node.textContent !== line) node.textContent = line;
  });
  const others = hand && hand.scene ? hand.scene.others : [];
  const items = others.map((one, place) => ({ key: `other${place}`, ...one, deck: hand.scene.deck }));
  keep(find("#secrets div"), items, () => make("figure", {}, make("figcaption", { dir: "auto" }), make("span", { className: "faces" })), (node, one) => {
    node.children[0].textContent = one.name;
    keep(node.children[1], one.cards.map((it) => ({ key: it.code, it })), ({ it }) => card(one.deck, it), (image, { it }) => dressCard(image, one.deck, it));
  });
  find("#secrets").hidden = !lines.length && !items.length;
}
