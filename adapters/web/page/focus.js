// Where the keyboard is: a press may take away what was pressed, and then the page says where one goes on.

import { find } from "./dom.js";

// Draws anew, and finds a place for a focus that is lost by it.
export function keepingFocus(draw) {
  const before = document.activeElement;
  draw();
  const lost = before && before !== document.body && (!before.isConnected || !before.checkVisibility());
  if (lost && !document.querySelector("dialog[open]")) goOn();
}

// To the cards if one is to play, to the bids if one is to bid, else to the headline.
export function goOn() {
  const next = find("#hand button[data-token]") || find("#choices button") || find("#place.over #buttons button") || headline();
  if (next) next.focus({ preventScroll: true });
}

export function headline() {
  return find("#place").hidden ? find("#landing h1") : find("#headline");
}

// From card to card, and from button to button, with the arrows; the ends meet.
export function step(key) {
  const row = document.activeElement && document.activeElement.closest("#hand, #choices, #buttons");
  const all = [...(row || find("#hand")).querySelectorAll("button")];
  if (!all.length) return false;
  const now = all.indexOf(document.activeElement);
  const to = { ArrowRight: now + 1, ArrowLeft: now < 0 ? all.length - 1 : now - 1, Home: 0, End: all.length - 1 }[key];
  all[(to + all.length) % all.length].focus({ preventScroll: true });
  return true;
}
