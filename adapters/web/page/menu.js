// The bar: where one can go, in which language; folded behind one button where it has no room.

import { find, make, set } from "./dom.js";

export function showMenu(me, acts) {
  const { texts } = me;
  find("#bar").hidden = false;
  find("#home span").textContent = texts.briscola;
  set(find("#home"), "title", texts.home);
  set(find("#home"), "ariaLabel", texts.home);
  find("#home").onclick = (event) => { event.preventDefault(); acts.home(); };
  const skip = find("#skip");
  skip.hidden = false;
  skip.textContent = texts.skip;
  skip.onclick = (event) => { event.preventDefault(); acts.skip(); };
  set(find("#menu"), "ariaLabel", texts.menu);
  const items = ["help", "guide", "stats", "leaderboard", "look", "keys"];
  find("#menu").replaceChildren(...items.map((name) => make("button", { type: "button", className: `link ${name}`, textContent: texts[name],
    onclick: () => { fold(); acts[name](); } })));
  showUnfold(texts);
  showLanguages(me, acts);
}

function showUnfold(texts) {
  const node = find("#unfold");
  node.textContent = texts.menu;
  node.onclick = () => (isUnfolded() ? fold() : unfold());
}

const isUnfolded = () => find("#menu").classList.contains("unfolded");

document.addEventListener("click", (event) => { if (!event.target.closest("#bar")) fold(); });
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !isUnfolded()) return;
  fold();
  find("#unfold").focus();
});

function unfold() {
  set(find("#unfold"), "ariaExpanded", "true");
  find("#menu").classList.add("unfolded");
  find("#menu button").focus();
}

export function fold() {
  set(find("#unfold"), "ariaExpanded", "false");
  find("#menu").classList.remove("unfolded");
}

function showLanguages(me, acts) {
  set(find("#languages"), "ariaLabel", me.texts.language);
  const languages = Object.entries(me.languages).map(([code, name]) =>
    make("button", { type: "button", className: "link", lang: code, title: name, textContent: code.toUpperCase(),
      ariaPressed: String(code === me.language), onclick: () => acts.speak(code) }));
  find("#languages").replaceChildren(...languages);
}
