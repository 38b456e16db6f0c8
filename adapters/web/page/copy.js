// Puts a text where the visitor can paste it from, also on a page without TLS, where browsers have no clipboard for us.

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "unseen";
    // Beside a note that is open nothing can be selected.
    (document.querySelector("dialog[open]") || document.body).append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}
