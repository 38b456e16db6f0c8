// What a deal came to: each side's pile with its points, and the score sheet of the match.

import { card, dressCard, find, keep, make, set } from "./dom.js";

export function showResult(scene, texts) {
  const piles = scene.piles.map((pile, number) => ({ key: `pile${number}`, ...pile }));
  keep(find("#result"), piles, makePile, (node, pile) => {
    const [title, points, cards] = node.children;
    const [letter, label] = title.children;
    const [sum, score] = points.children;
    set(node, "className", `heap${pile.winner ? " won" : ""}${pile.side ? ` side-${pile.side}` : ""}`);
    letter.textContent = pile.side || "";
    letter.hidden = !pile.side;
    label.textContent = pile.label;
    set(title, "title", pile.winner ? texts.wins : "");
    sum.textContent = pile.points;
    score.textContent = pile.score;
    keep(cards, pile.cards.map((one) => ({ key: one.code, one })), (it) => card(scene.deck, it.one), (image, it) => dressCard(image, scene.deck, it.one));
  });
}

function makePile() {
  const title = make("h2", {}, make("span", { className: "letter" }), make("bdi"));
  const points = make("p", { className: "points" }, make("span"), make("span", { className: "brought" }));
  return make("section", {}, title, points, make("div"));
}

export function showSheet(sheet, texts) {
  const section = find("#sheet");
  section.hidden = !sheet;
  if (!sheet) return;
  find("h2", section).textContent = texts.sheet;
  const { heads, lines } = turned(sheet);
  find("thead", section).replaceChildren(make("tr", {}, make("td"), ...heads.slice(1).map((text) => make("th", { scope: "col", textContent: text }))));
  find("tbody", section).replaceChildren(...lines.map(([name, ...cells]) =>
    make("tr", {}, make("th", { scope: "row", dir: "auto", textContent: name }), ...cells.map((text) => make("td", { textContent: text })))));
  const table = find("div", section);
  table.scrollLeft = table.scrollWidth; // the last deals and the sum, where there are more than have room
}

// Whoever scores is a row, each deal a column, and the sum the last: names have room, and deals are many.
function turned({ columns, rows, totals }) {
  const all = totals.length ? [...rows, totals] : rows;
  const named = all.some((row) => row.length > columns.length);
  const heads = ["", ...all.map((row, place) => (named ? row[0] : row === totals ? "=" : String(place + 1)))];
  const lines = columns.map((name, place) => [name, ...all.map((row) => row[place + Number(named)])]);
  const last = totals.length ? heads.length - 1 : -1;
  if (last > 0 && !heads[last]) heads[last] = "=";
  return { heads, lines };
}
