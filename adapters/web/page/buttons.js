// The buttons of screens and notes: each carries its token, and is pressed once at a time.

import { make, set } from "./dom.js";

export function makeButton(button) {
  const node = make("button", { type: "button" }, make("span"));
  if (button.suit) node.prepend(make("img", { alt: "" }));
  return node;
}

export function dressButton(node, button, press) {
  const words = node.lastChild;
  if (button.suit) set(node.firstChild, "src", `/suits/${button.deck}/${button.suit}.svg`);
  if (words.textContent !== button.label) words.textContent = button.label;
  set(node, "className", `button ${button.style}${button.called ? " called" : ""}`);
  node.dataset.token = button.token;
  node.onclick = () => press(button.token);
}

// Everything that can be pressed waits while a press is on its way. It keeps its focus: it is only called disabled.
export function wait(waiting) {
  document.body.classList.toggle("waiting", waiting);
  for (const node of document.querySelectorAll("button[data-token]")) {
    if (waiting) node.setAttribute("aria-disabled", "true");
    else node.removeAttribute("aria-disabled");
  }
}
