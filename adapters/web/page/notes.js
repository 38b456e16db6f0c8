// What is said to the visitor alone: a passing word, and a note with buttons.

import { dressButton, makeButton } from "./buttons.js";
import { copy } from "./copy.js";
import { find, keep } from "./dom.js";

let leaving;

export function toast(text) {
  const node = find("#toast");
  // An open note lies above everything that is not in it.
  const place = document.querySelector("dialog[open]") || document.body;
  if (node.parentNode !== place) place.append(node);
  node.textContent = text;
  node.classList.toggle("shown", Boolean(text));
  clearTimeout(leaving);
  leaving = setTimeout(() => node.classList.remove("shown"), 2500 + 60 * text.length);
}

export class Note {
  constructor(press) {
    this.node = find("#note");
    this.press = press;
    find(".close", this.node).onclick = () => this.close();
    this.node.onclose = () => this.node.contains(find("#toast")) && document.body.append(find("#toast"));
    this.node.onclick = (event) => event.target === this.node && this.close();
  }

  get isOpen() {
    return this.node.open;
  }

  show(note, texts) {
    find(".text", this.node).textContent = note.text;
    find(".close", this.node).textContent = texts.close;
    this.offerCopy(note.copy, texts);
    const rows = note.rows.map((row) => ({ key: row.map((one) => one.token).join(), row }));
    keep(find(".rows", this.node), rows, makeRow, (node, { row }) => dressRow(node, row, this.press));
    if (!this.node.open) this.node.showModal();
    find(".text", this.node).focus();
  }

  offerCopy(line, texts) {
    const button = find(".copy", this.node);
    button.hidden = !line;
    button.textContent = texts.copy_line;
    button.onclick = () => copy(line).then(() => { button.textContent = texts.line_copied; });
  }

  close() {
    if (this.node.open) this.node.close();
  }
}

export function makeRow() {
  const node = document.createElement("div");
  node.className = "row";
  return node;
}

export function dressRow(node, row, press) {
  keep(node, row.map((one) => ({ key: one.token, ...one })), makeButton, (button, one) => dressButton(button, one, press));
}
