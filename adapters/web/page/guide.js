// What there is to read: the rules, how to play well, where the game comes from, and the keys.

import { find, make } from "./dom.js";
import { keysOn, letKeys } from "./keys.js";
import { lines, showLeaf } from "./leaf.js";

// Reads a topic, of the table where one sits or of a game.
export async function showGuide(api, texts, topic, wish) {
  const guide = await api.get(`/api/guide/${topic}?${new URLSearchParams(wish)}`);
  const again = (name, value) => showGuide(api, texts, name, value).catch(() => {});
  const topics = make("div", { className: "row topics", role: "group", ariaLabel: texts.guide }, ...guide.topics.map((one) =>
    make("button", { type: "button", className: "button plain", textContent: one.label, ariaPressed: String(one.value === guide.topic),
      onclick: () => again(one.value, wish) })));
  const content = guide.sections.flatMap(({ heading, lines: said }) => [...(heading ? [make("h3", { textContent: heading })] : []), lines(said)]);
  showLeaf(texts, guide.title, topics, ...(guide.games.length ? [chooser(guide, (game) => again(guide.topic, { ...wish, game }))] : []), ...content);
  const pressed = find("#leaf .topics [aria-pressed=true]");
  if (document.activeElement === document.body && pressed) pressed.focus();
}

function chooser(guide, choose) {
  const select = make("select", { id: "guidegame", onchange: () => choose(select.value) },
    ...guide.games.map(({ value, label }) => make("option", { value, textContent: label })));
  select.value = guide.game;
  return make("p", { className: "field" }, make("label", { htmlFor: select.id, textContent: guide.gamesLabel }), select);
}

// Which key does what.
export function showKeys(texts) {
  const all = [["1–8", texts.key_number], ["← →", texts.key_arrows], ["Enter", texts.key_enter], ["N", texts.key_new], ["L", texts.key_level],
    ["D", texts.key_deck], ["T", texts.key_last], ["?", texts.key_help]];
  const table = make("table", { className: "keylist" }, make("tbody", {}, ...all.map(([key, meaning]) =>
    make("tr", {}, make("th", { scope: "row" }, make("kbd", { textContent: key })), make("td", { textContent: meaning })))));
  const box = make("input", { type: "checkbox", id: "keyson", checked: keysOn(), onchange: () => letKeys(box.checked) });
  showLeaf(texts, texts.keys, table, make("p", { className: "switch" }, box, make("label", { htmlFor: box.id, textContent: texts.keys_on })));
}
