// Playing from the keyboard: a number plays the card in that place, arrows go from card to card, letters do the rest.

import { find } from "./dom.js";
import { step } from "./focus.js";
import { keep, kept } from "./kept.js";

export const LETTERS = ["n", "l", "d", "t", "?"];

// Whoever dictates, or leans on the keyboard, can do without letters and numbers; `?` brings them back.
export const keysOn = () => kept("keys", "on") === "on";

export const letKeys = (on) => keep("keys", on ? "on" : "off");

export function listen(press, shortcut) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || document.querySelector("dialog[open]")) return;
    if (event.target.closest("input, select, textarea")) return;
    if (done(event, press, shortcut)) event.preventDefault();
  });
}

function done(event, press, shortcut) {
  if (/^(ArrowLeft|ArrowRight|Home|End)$/.test(event.key)) return isAtCards(event) && step(event.key);
  const letter = event.key.toLowerCase();
  if (letter === "?") return shortcut(letter);
  if (!keysOn()) return false;
  if (LETTERS.includes(letter)) return shortcut(letter);
  return play(placeOf(event), press);
}

// Home and End belong to the page, until somebody is among the cards.
function isAtCards({ key, target }) {
  return Boolean(target.closest("#hand, #choices, #buttons")) || (/^Arrow/.test(key) && target === document.body);
}

// The number on the key, also where digits need Shift.
function placeOf({ key, code }) {
  const [, digit] = /^([1-8])$/.exec(key) || /^(?:Digit|Numpad)([1-8])$/.exec(code) || [];
  return Number(digit || 0);
}

function play(place, press) {
  const card = place ? find("#hand").children[place - 1] : null;
  if (!card || !card.dataset.token) return false;
  press(card.dataset.token);
  return true;
}
