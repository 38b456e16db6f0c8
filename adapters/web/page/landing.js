// The first page: what this is, who you are, what you play, and how to begin.

import { card, dressCard, find, keep, make } from "./dom.js";
import { learnForm, remember, rulesWished } from "./form.js";
import { keep as keepHere, kept } from "./kept.js";

let saving = Promise.resolve();
let saved = "";
let learning = Promise.resolve();

const FAN = ["Kc", "Ad", "3b"];

export function showLanding(me, api, { open, rename }) {
  const { texts } = me;
  const deck = me.deck || kept("deck", me.decks[0]);
  keep(find("#fan"), FAN.map((code) => ({ key: code, code, name: "" })), (one) => card(deck, one), (image, one) => dressCard(image, deck, one));
  find("#landing h1").textContent = texts.briscola;
  find("#tagline").textContent = texts.tagline;
  showName(me, rename);
  showLevels(me);
  const buttons = [["play_computer", "computer", "success"], ["play_friend", "", "primary"]];
  keep(find("#begin"), buttons.map(([key, opponent, style]) => ({ key, opponent, style })), makeBegin, (node, one) => {
    if (!node.textContent) node.textContent = texts[one.key];
    node.onclick = async () => {
      await Promise.all([saveName(rename), learning]);
      remember();
      open(one.opponent && find("#set_level").value, rulesWished());
    };
  });
  learning = learnForm(api, texts).catch(() => {}); // without the form a table opens as the last one did
}

function makeBegin({ key, style }) {
  return make("button", { type: "button", id: key, className: `button large ${style}` });
}

function showLevels({ levels, level, texts }) {
  const select = find("#set_level");
  find("#level label").textContent = texts.level;
  keep(select, Object.entries(levels).map(([key, name]) => ({ key, name })), () => make("option"), (option, { key, name }) => {
    option.value = key;
    if (option.textContent !== name) option.textContent = name;
  });
  select.value = level || kept("level", "normal");
  select.onchange = () => keepHere("level", select.value);
}

function showName(me, rename) {
  const input = find("#name");
  find("#names label").textContent = me.texts.your_name;
  if (document.activeElement !== input) input.value = saved = me.name;
  input.onchange = () => saveName(rename);
  find("#names").onsubmit = (event) => {
    event.preventDefault();
    input.blur();
  };
}

// A name being written is saved when the field is left, which may be by pressing a button that needs it.
function saveName(rename) {
  const wish = find("#name").value;
  if (wish !== saved) {
    saved = wish;
    saving = saving.then(() => rename(wish));
  }
  return saving;
}
