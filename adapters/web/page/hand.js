// The visitor's own cards, large, each a button.

import { card, find, keep, make, set } from "./dom.js";

export function showHand(look, texts, press) {
  const cards = cardButtons(look.hand);
  const onTurn = Boolean(look.hand && look.hand.scene && look.hand.scene.onTurn);
  const hand = find("#hand");
  const focused = [...hand.children].indexOf(document.activeElement);
  keep(hand, cards, makeCard, (node, one) => dress(node, one, press));
  set(hand, "ariaLabel", texts.hand);
  find("#mine").classList.toggle("turn", onTurn);
  find("#hint").textContent = cards.length ? texts.hand_keys : "";
  if (focused >= 0 && !hand.contains(document.activeElement) && hand.children.length) {
    hand.children[Math.min(focused, hand.children.length - 1)].focus({ preventScroll: true });
  }
}

// The buttons that are cards, with the card's full name and deck beside the token.
function cardButtons(hand) {
  if (!hand) return [];
  const scene = hand.scene;
  const shown = new Map(scene ? scene.cards.map((one) => [one.code, one.name]) : []);
  const buttons = hand.rows.flat().filter((one) => one.card);
  return buttons.map((one, place) => ({
    key: one.card, place, token: one.token, code: one.card,
    name: shown.get(one.card) || one.label, deck: scene ? scene.deck : "plain",
  }));
}

function makeCard(one) {
  const number = make("span", { className: "number", ariaHidden: "true" });
  return make("button", { type: "button", className: "mine new" }, card(one.deck, one), number);
}

function dress(node, one, press) {
  const [picture, number] = node.children;
  set(picture, "alt", one.name);
  number.textContent = one.place + 1;
  set(node, "title", one.name);
  node.dataset.token = one.token;
  // The second click of a double click would land on the card that has moved into this place.
  node.onclick = (event) => event.detail < 2 && press(one.token);
}
