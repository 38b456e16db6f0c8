// What the letters do: a new deal, another level, another deck, the last trick, and the list of keys.

import { fill } from "./dom.js";
import { showKeys } from "./guide.js";
import { keep, kept } from "./kept.js";
import { enlargeLast } from "./tricks.js";

// `here` tells what is shown now: { me, look }. Where a letter can do nothing, a word says so.
export function shortcuts({ press, toast, here }) {
  const texts = () => here().me.texts;
  const isWaiting = () => Boolean(here().look && tokenLike(here().look, /-start$/));
  const letters = {
    n: () => newDeal(here(), press) || toast(isWaiting() ? texts().not_begun : texts().no_new),
    l: () => nextLevel(here(), press) || toast(isWaiting() ? texts().not_begun : texts().no_level),
    d: () => nextDeck(here(), press),
    t: () => enlargeLast() || toast(texts().no_last),
    "?": () => showKeys(texts()),
  };
  return (letter) => { letters[letter](); return true; };
}

// The next deal or match where this one is over; else the deal is put together and dealt anew, uncounted.
function newDeal({ me, look }, press) {
  const going = look && tokenLike(look, /-deal-\d+$|-rematch$/);
  const anew = look && abandoning(look);
  if (going) press(going);
  else if (anew) press(anew, { done: me.texts.dealt_anew });
  return Boolean(going || anew);
}

function nextLevel({ me, look }, press) {
  const anew = look && abandoning(look);
  const next = anew && after(Object.keys(me.levels), look.level);
  if (anew) press(`${anew}-${next}`, { done: fill(me.texts.level_now, { level: me.levels[next] }) });
  return Boolean(anew);
}

// All that this visitor is shown comes with the next deck at once.
function nextDeck({ me, look }, press) {
  const now = look && look.screen.scene ? look.screen.scene.deck : me.deck || kept("deck", me.decks[0]);
  const next = after(me.decks, now);
  keep("deck", next);
  press(`me-deck-${next}`, { quietly: true });
}

const abandoning = ({ table, alone, deal }) => (alone && deal ? `${table}-abandon-d${deal}` : "");

const tokenLike = ({ screen }, pattern) => (screen.rows.flat().find((one) => pattern.test(one.token)) || {}).token;

const after = (all, one) => all[(all.indexOf(one) + 1) % all.length];
