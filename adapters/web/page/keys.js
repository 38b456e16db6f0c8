// Playing from the keyboard: a number plays the card in that place.

export function listen(press) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.target.closest("input, select, dialog") || document.querySelector("dialog[open]")) return;
    if (!/^[1-8]$/.test(event.key)) return;
    const card = document.querySelectorAll("#hand button")[Number(event.key) - 1];
    if (!card || !card.dataset.token) return;
    event.preventDefault();
    press(card.dataset.token);
  });
}
