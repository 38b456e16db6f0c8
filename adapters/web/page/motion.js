// Cards that go somewhere: from a hand to the table, and from the table to whoever took the trick.
// Each look is drawn at once; what moves only shows how it came about, and nobody has to wait for it.

import { find } from "./dom.js";

const FLIGHT = 300;
// Milliseconds from a hand to the table.

const GATHERING = 420;
// Milliseconds from the table to whoever took the trick.

const calm = matchMedia("(prefers-reduced-motion: reduce)");

let held = new Map();

export const moves = () => !calm.matches && !document.hidden;

// Remembers where the visitor's own cards are, before they are drawn anew.
export function rememberHand() {
  held = new Map([...find("#hand").children].map((node) => [node.dataset.key, node.getBoundingClientRect()]));
}

// A card just laid comes from the hand that held it.
export function flyIn(node, code, seat) {
  const from = held.get(code) || placeOf(seat);
  const to = node.getBoundingClientRect();
  if (!moves() || !from || !from.width || !to.width) return;
  const scale = held.has(code) ? from.width / to.width : 0.5;
  node.animate([{ translate: between(from, to), scale }, { translate: "0 0", scale: 1 }], { duration: FLIGHT, easing: "ease-out" });
}

// The cards of a trick go to its winner: copies of them, since the table shows already what comes next.
export function gather(nodes, winner) {
  const to = placeOf(winner);
  if (!moves() || !to || !to.width) return;
  for (const node of nodes) {
    const from = node.getBoundingClientRect();
    const copy = node.querySelector("img").cloneNode();
    copy.className = "card flying";
    copy.alt = "";
    Object.assign(copy.style, { left: `${from.left}px`, top: `${from.top}px`, width: `${from.width}px`, height: `${from.height}px` });
    document.body.append(copy);
    const away = [{ translate: "0 0", scale: 1 }, { translate: between(to, from), scale: 0.3, opacity: 0.2 }];
    copy.animate(away, { duration: GATHERING, easing: "ease-in" }).finished.catch(() => {}).then(() => copy.remove());
  }
}

// Where a seat's cards are: the visitor's own at their plate.
function placeOf(seat) {
  const node = find(`#table .seat[data-key="seat${seat}"]`);
  const backs = node && find(".backs", node);
  const shown = backs && backs.children.length ? backs : node;
  return shown && shown.getBoundingClientRect();
}

function between(from, to) {
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  return `${x.toFixed(1)}px ${y.toFixed(1)}px`;
}
