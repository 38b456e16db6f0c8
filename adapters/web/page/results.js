// What a deal came to: each side's pile with its points, and the score sheet of the match.

import { card, find, keep, make, set } from "./dom.js";

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
    keep(cards, pile.cards.map((one) => ({ key: one.code, one })), (it) => card(scene.deck, it.one), () => {});
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
  const wide = Math.max(0, ...[...sheet.rows, sheet.totals].map((row) => row.length)) > sheet.columns.length;
  const head = row("th", [...(wide ? [""] : []), ...sheet.columns], "col", false);
  const lines = sheet.rows.map((cells) => row("td", cells, "", wide));
  find("thead", section).replaceChildren(head);
  find("tbody", section).replaceChildren(...lines);
  find("tfoot", section).replaceChildren(...(sheet.totals.length ? [row("td", sheet.totals, "", wide)] : []));
}

// A row; its first cell names it where it is one longer than the columns.
function row(tag, cells, scope, named) {
  const made = cells.map((text, place) =>
    named && !place ? make("th", { scope: "row", textContent: text }) : make(tag, { textContent: text, title: text, dir: "auto", ...(scope ? { scope } : {}) }));
  return make("tr", {}, ...made);
}
