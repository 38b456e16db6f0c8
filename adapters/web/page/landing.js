// The first page: what this is, who you are, what you play, and how to begin.

import { card, find, keep, make } from "./dom.js";
import { learnForm, remember, rulesWished } from "./form.js";

let saving = Promise.resolve();
let saved = "";
let learning = Promise.resolve();

const FAN = ["Kc", "Ad", "3b"];

export function showLanding(me, api, { open, rename }) {
  const { texts } = me;
  keep(find("#fan"), FAN.map((code) => ({ key: code, code, name: "" })), (one) => card("plain", one), () => {});
  find("#landing h1").textContent = texts.briscola;
  find("#tagline").textContent = texts.tagline;
  showName(me, rename);
  const buttons = [["play_computer", "normal", "success"], ["play_friend", "", "primary"]];
  keep(find("#begin"), buttons.map(([key, opponent, style]) => ({ key, opponent, style })), makeBegin, (node, one) => {
    if (!node.textContent) node.textContent = texts[one.key];
    node.onclick = async () => {
      await Promise.all([saveName(rename), learning]);
      remember();
      open(one.opponent, rulesWished());
    };
  });
  learning = learnForm(api, texts).catch(() => {}); // without the form a table opens as the last one did
}

function makeBegin({ key, style }) {
  return make("button", { type: "button", id: key, className: `button large ${style}` });
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
