// What is read aloud: once, and only what is new.

import { fill, find } from "./dom.js";

let said = [];
let held = null;

export function forget() {
  said = [];
  held = null;
}

// Says something now. While a note is open nothing is heard that is not in it.
export function announce(text) {
  const node = find("dialog[open] .heard") || find("#told");
  node.textContent = node.textContent === text ? `${text}\u00a0` : text;
}

export function tell(look, texts) {
  const turn = Boolean(look.hand && look.hand.onTurn);
  const title = turn ? look.hand.title : look.screen.title;
  const secrets = look.hand ? look.hand.secrets : [];
  const lines = [title, look.news, ...secrets, ...look.screen.lines].filter((line) => line && !isSeal(line));
  // On turn again with other cards is news, although it is said in the same words.
  const again = (line) => turn && line === title && hasChanged(look.hand.cards);
  const news = lines.filter((line) => again(line) || !said.includes(gist(line)));
  said = lines.map(gist);
  const all = [...news, cardsTold(look, texts)].filter(Boolean);
  if (all.length) announce(all.map(ended).join(" "));
}

const hasChanged = (cards) => held !== null && (cards.length !== held.size || cards.some((one) => !held.has(one.code)));

// How many cards somebody still holds is no news; in none of our languages do these words begin otherwise.
const gist = (line) => line.replace(/\d+(?= (card|cart))/g, "n");

// The seal of a deck is there to be read, not to be heard letter by letter.
const isSeal = (line) => /[0-9a-f]{32}/.test(line);

const ended = (line) => (/[.!?…:]$/.test(line) ? line : `${line}.`);

// The whole hand when it has been dealt, then only what was drawn.
function cardsTold(look, texts) {
  const cards = look.hand ? look.hand.cards : [];
  const before = held;
  held = cards.length ? new Set(cards.map((one) => one.code)) : null;
  if (!held) return "";
  const fresh = before ? cards.filter((one) => !before.has(one.code)) : cards;
  if (!fresh.length) return "";
  const names = fresh.map((one) => one.name).join(", ");
  const dealt = fresh.length === cards.length;
  return fill(dealt ? texts.hand_is : texts.drawn, { cards: names });
}
