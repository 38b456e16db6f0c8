// Small words for building and keeping nodes: a node that is still meant stays, with its focus.

export const find = (selector, inside = document) => inside.querySelector(selector);

// An address is compared as it was given, and an empty alternative has to be there to be seen.
const AS_ATTRIBUTE = new Set(["list", "src", "alt"]);

export function make(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) set(node, name, value);
  node.append(...children);
  return node;
}

export function set(node, name, value) {
  if (name in node && !AS_ATTRIBUTE.has(name)) {
    if (node[name] !== value) node[name] = value;
  } else if (value === null || value === false) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

// Makes the children of `parent` those of `items`: each has a `key`, is made once and dressed each time.
export function keep(parent, items, create, dress) {
  const known = new Map([...parent.children].map((node) => [node.dataset.key, node]));
  let before = null;
  for (const item of [...items].reverse()) {
    let node = known.get(item.key);
    if (node) known.delete(item.key);
    else {
      node = create(item);
      node.dataset.key = item.key;
    }
    dress(node, item);
    if (node.parentNode !== parent || node.nextSibling !== before) parent.insertBefore(node, before);
    before = node;
  }
  for (const gone of known.values()) gone.remove();
}

export const card = (deck, shown) => dressCard(make("img", { className: "card", draggable: false }), deck, shown);

export const back = (deck) => dressBack(make("img", { className: "card", alt: "", draggable: false }), deck);

// The deck may be another one at any moment.
export function dressCard(image, deck, shown, alt = shown.name) {
  set(image, "alt", alt);
  set(image, "src", `/cards/${deck}/${shown.code}.svg`);
  return image;
}

export function dressBack(image, deck) {
  set(image, "src", `/cards/${deck}/back.svg`);
  return image;
}

export function fill(text, fields) {
  return text.replace(/\{(\w+)\}/g, (_, name) => fields[name]);
}
