// What is said to the visitor alone: a passing word, and a note with buttons.

import { dressButton, makeButton } from "./buttons.js";
import { copy } from "./copy.js";
import { find, keep } from "./dom.js";
import { announce } from "./telling.js";

let leaving;

export function toast(text) {
  const node = find("#toast");
  // An open note lies above everything that is not in it.
  const place = document.querySelector("dialog[open]") || document.body;
  if (node.parentNode !== place) place.append(node);
  node.textContent = text;
  node.classList.toggle("shown", Boolean(text));
  if (text) announce(text);
  clearTimeout(leaving);
  leaving = setTimeout(() => node.classList.remove("shown"), 2500 + 60 * text.length);
}

export class Note {
  // `bid` says a number of points at a table.
  constructor(press, bid) {
    this.node = find("#note");
    this.press = press;
    this.bid = bid;
    find(".close", this.node).onclick = () => this.close();
    this.node.onclose = () => this.node.contains(find("#toast")) && document.body.append(find("#toast"));
    this.node.onclick = (event) => { if (event.target === this.node) this.close(); };
  }

  get isOpen() {
    return this.node.open;
  }

  show(note, texts) {
    const place = this.focused();
    const text = find(".text", this.node);
    const same = this.node.open && this.shown === note.text;
    this.shown = note.text;
    this.write(note.text);
    find(".close", this.node).textContent = texts.close;
    this.offerCopy(note.copy, texts);
    this.askPoints(note.bid, texts);
    const rows = note.rows.map((row, number) => ({ key: `row${number}`, row }));
    keep(find(".rows", this.node), rows, makeRow, (node, { row }) => dressRow(node, row, this.press));
    if (!this.node.open) this.node.showModal();
    if (!same) find(".inside", this.node).scrollTop = 0;
    this.focusAgain(place, note.bid);
  }

  // The first line names the note, the others are its text.
  write(all) {
    const [first, ...rest] = all.split("\n");
    find("#notehead").textContent = first;
    find(".text p", this.node).textContent = rest.join("\n");
    find(".text p", this.node).hidden = !rest.length;
  }

  // A note drawn anew keeps the focus where it was: at the same button, or at what stands there now.
  focused() {
    const all = this.buttons();
    const place = all.indexOf(document.activeElement);
    return this.node.open && place >= 0 ? { place, token: all[place].dataset.token } : null;
  }

  buttons() {
    return [...this.node.querySelectorAll(".rows button")];
  }

  focusAgain(place, bid) {
    if (bid) return find(".bid input", this.node).focus();
    const all = this.buttons();
    const node = place && (all.find((one) => one.dataset.token === place.token) || all[Math.min(place.place, all.length - 1)]);
    (node || find(".text", this.node)).focus({ preventScroll: Boolean(node) });
  }

  offerCopy(line, texts) {
    const button = find(".copy", this.node);
    button.hidden = !line;
    button.textContent = texts.copy_line;
    button.onclick = () => copy(line).then(() => { button.textContent = texts.line_copied; });
  }

  askPoints(table, texts) {
    const form = find(".bid", this.node);
    form.hidden = !table;
    const [label, input, button] = form.children;
    label.textContent = texts.points;
    button.textContent = texts.bid;
    input.value = "";
    const say = () => { if (input.value) this.bid(table, input.value); };
    button.onclick = say;
    input.onkeydown = (event) => { if (event.key === "Enter") say(); };
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
