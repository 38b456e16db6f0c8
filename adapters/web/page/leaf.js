// A leaf over the page: something to read that is more than a note, such as the rules or the last trick.

import { find, make } from "./dom.js";

const node = find("#leaf");

find(".close", node).onclick = () => closeLeaf();
node.onclick = (event) => { if (event.target === node) closeLeaf(); };

export function showLeaf(texts, title, ...content) {
  find("#leafhead").textContent = title;
  find(".leaf", node).replaceChildren(...content);
  find(".close", node).textContent = texts.close;
  const fresh = !node.open;
  if (fresh) node.showModal();
  find(".inside", node).scrollTop = 0;
  if (fresh) find("#leafhead").focus();
}

export function closeLeaf() {
  if (node.open) node.close();
}

export const leafIsOpen = () => node.open;

export function lines(all) {
  return make("ul", { className: "lines" }, ...all.map((line) => make("li", { textContent: line, dir: "auto" })));
}

// A chart, and what it says for whoever does not see it.
export function showPicture({ address, alt }, texts) {
  const words = make("details", {}, make("summary", { textContent: texts.in_words }), make("p", { className: "told", textContent: alt }));
  showLeaf(texts, texts.chart, make("img", { className: "chart", src: address, alt }), words);
}
