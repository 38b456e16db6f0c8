// The link by which a friend comes to the table.

import { copy } from "./copy.js";
import { find, make } from "./dom.js";
import { toast } from "./notes.js";

export function showInvite(look, texts) {
  const scene = look.screen.scene;
  const free = !look.screen.over && (scene ? scene.seats.some((seat) => !seat.name) : look.screen.lobby);
  const section = find("#invite");
  section.hidden = !free || look.seat === null;
  find("#place").classList.toggle("inviting", !section.hidden);
  if (section.hidden) return;
  const [words, line, only] = section.children;
  const link = `${location.origin}/t/${look.table}`;
  const call = !scene || scene.seats.length > 2 ? texts.invite_all : texts.invite;
  words.textContent = call;
  only.textContent = isLocal() ? texts.only_here : "";
  const input = find("input", line);
  input.value = link;
  input.setAttribute("aria-label", call);
  input.onfocus = () => input.select();
  for (const old of line.querySelectorAll("button")) old.remove();
  line.append(make("button", { type: "button", className: "button success", textContent: texts.copy, onclick: () => copy(link).then(() => toast(texts.copied)) }));
  if (navigator.share) {
    const share = () => navigator.share({ title: texts.briscola, url: link }).catch(() => {});
    line.append(make("button", { type: "button", className: "button plain", textContent: texts.share, onclick: share }));
  }
}

function isLocal() {
  return ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
}
