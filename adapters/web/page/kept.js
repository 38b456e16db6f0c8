// What this browser keeps for us, where the server keeps nothing; a browser that keeps nothing asks again.

export function kept(name, usual = "") {
  try {
    return localStorage.getItem(`briscola.${name}`) || usual;
  } catch {
    return usual;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(`briscola.${name}`, value);
  } catch {
    // Then it is so until the page is left.
  }
}
