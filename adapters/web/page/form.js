// The form that opens a table: the game, by how many, and the options behind one more button.
// The server says what goes together; the page keeps what was chosen last.

import { find, keep, make, set } from "./dom.js";
import { keep as keepHere, kept } from "./kept.js";

let asked = 0;
let form = null;
let wish = recall();

export const rulesWished = () => (form ? form.rules : null);

function recall() {
  try {
    return JSON.parse(kept("game", "{}")) || {};
  } catch {
    return {};
  }
}

export const remember = () => keepHere("game", JSON.stringify(wish));

export const gameWished = () => (form ? form.preset : "");

// Learns the form anew, in the language of now; of two answers only the later counts.
export async function learnForm(api, texts) {
  const mine = ++asked;
  const fresh = await api.get(`/api/form?${new URLSearchParams(wish)}`);
  if (mine !== asked) return;
  form = fresh;
  show(api, texts);
}

function show(api, texts) {
  const choose = (name, value) => {
    wish = { ...wish, [name]: value };
    if (name === "preset") wish = { preset: value, players: form.players, ...(wish.clock ? { clock: wish.clock } : {}) };
    learnForm(api, texts).catch(() => {});
  };
  const game = { name: "preset", label: form.gamesLabel, value: form.preset, values: form.games };
  const count = { name: "players", label: form.countsLabel, value: form.players, values: form.counts };
  keep(find("#game"), keyed([game, count]), makeChoice, (node, one) => dressChoice(node, one, choose));
  find("#options summary").textContent = texts.options;
  keep(find("#options div"), keyed(form.options), makeChoice, (node, one) => dressChoice(node, one, choose));
  find("#summary").textContent = form.summary;
  Object.assign(find("#summary").dataset, { game: form.preset, players: form.players });
  find("#play_friend").textContent = form.players === "2" ? texts.play_friend : texts.play_friends;
  find("#play_computer").textContent = form.players === "2" ? texts.play_computer : texts.play_computers;
}

const keyed = (options) => options.map((one) => ({ key: one.name, ...one }));

function makeChoice({ name }) {
  const select = make("select", { id: `set_${name}` });
  return make("p", { className: "field" }, make("label", { htmlFor: select.id }), select);
}

function dressChoice(node, one, choose) {
  const [label, select] = node.children;
  label.textContent = one.label;
  keep(select, one.values.map((it) => ({ key: it.value, ...it })), () => make("option"), (option, it) => {
    set(option, "value", it.value);
    if (option.textContent !== it.label) option.textContent = it.label;
  });
  select.value = one.value;
  select.disabled = one.values.length < 2;
  select.onchange = () => choose(one.name, select.value);
}
