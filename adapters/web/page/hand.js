// The visitor's own cards, large, each a button; and what only this visitor knows.

import { card, find, keep, make, set } from "./dom.js";

export function showHand(look, texts, press) {
  const cards = cardButtons(look.hand);
  const onTurn = Boolean(look.hand && look.hand.scene && look.hand.scene.onTurn);
  const hand = find("#hand");
  const focused = [...hand.children].indexOf(document.activeElement);
  keep(hand, cards, makeCard, (node, one) => dress(node, one, press));
  set(hand, "ariaLabel", texts.hand);
  hand.style.setProperty("--n", cards.length);
  find("#mine").classList.toggle("turn", onTurn);
  find("#mine").classList.toggle("many", cards.length > 5);
  find("#hint").textContent = cards.some((one) => one.token) ? texts.hand_keys : "";
  showSecrets(look.hand);
  if (focused >= 0 && !hand.contains(document.activeElement) && hand.children.length) {
    hand.children[Math.min(focused, hand.children.length - 1)].focus({ preventScroll: true });
  }
}

// The cards held, each with its button where it may be played now.
function cardButtons(hand) {
  if (!hand) return [];
  const buttons = hand.rows.flat().filter((one) => one.card);
  const tokens = new Map(buttons.map((one) => [one.card, one.token]));
  const held = hand.scene ? hand.scene.cards : buttons.map((one) => ({ code: one.card, name: one.label }));
  return held.map((one, place) => ({
    key: one.code, place, token: tokens.get(one.code) || "", code: one.code, name: one.name,
    deck: hand.scene ? hand.scene.deck : "plain",
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
    keep(node.children[1], one.cards.map((it) => ({ key: it.code, it })), ({ it }) => card(one.deck, it), () => {});
  });
  find("#secrets").hidden = !lines.length && !items.length;
}
