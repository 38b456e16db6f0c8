// The public table as a whole: headline, seats, cards, buttons, with the visitor at the bottom.

import { find, keep, make, set } from "./dom.js";
import { dressRow, makeRow } from "./notes.js";
import { showResult, showSheet } from "./results.js";
import { showSeats } from "./seats.js";
import { showStock, showTricks, stopLingering } from "./tricks.js";

export function showTable(look, texts, press) {
  const { screen } = look;
  const scene = screen.scene;
  dressPlace(screen, scene);
  const mine = look.hand && look.hand.onTurn;
  find("#headline").textContent = mine ? look.hand.title : screen.title;
  find("#offer").textContent = look.news;
  find("#score").textContent = scene ? scene.score : "";
  showLines(find("#lately"), screen.lately);
  showButtons(look, press);
  showNews(screen, texts);
  showSheet(scene && scene.sheet, texts);
  showSpoken(screen, look.hand);
  if (!scene || screen.over) stopLingering();
  if (scene) showScene(look, scene, texts, press);
}

function dressPlace(screen, scene) {
  const place = find("#place");
  const seats = scene ? scene.seats.length : 0;
  place.classList.toggle("lobby", screen.lobby);
  place.classList.toggle("over", screen.over);
  place.classList.toggle("result", Boolean(scene && scene.piles.length));
  place.classList.toggle("words-only", !scene);
  place.classList.toggle("round", seats > 2);
  place.classList.toggle("open", Boolean(scene) && scene.seats.some((seat) => seat.openHand.length));
  place.dataset.seats = seats;
}

function showScene(look, scene, texts, press) {
  const bottom = look.seat === null ? 0 : look.seat;
  const count = scene.seats.length;
  const around = scene.seats.map((seat, number) => ({
    key: `seat${number}`, ...seat, number, from: (number - bottom + count) % count, mine: number === look.seat, deck: scene.deck,
  }));
  showSeats(around, texts, press);
  showStock(scene, texts);
  showTricks(look, scene, around, texts);
  showResult(scene, texts);
}

// -- words and buttons --------------------------------------------------------------------------

// The choices of an auction stand in the middle, where the eyes are; all others by the visitor's own cards.
function showButtons(look, press) {
  const hand = look.hand ? look.hand.rows.map((row) => row.filter((one) => !one.card)) : [];
  const deck = look.screen.scene ? look.screen.scene.deck : "plain";
  const all = [...look.screen.rows, ...hand].map((row) => row.map((one) => ({ ...one, deck })));
  const chosen = (one) => one.choice === "bid" || one.choice === "call";
  const choices = all.flat().filter(chosen);
  showRows(find("#choices"), choices.length ? [choices] : [], press);
  const others = all.map((row) => row.filter((one) => !chosen(one))).filter((row) => row.length);
  const isExchange = (row) => row[0].choice === "exchange";
  showRows(find("#buttons"), [...others.filter(isExchange), ...others.filter((row) => !isExchange(row))], press);
  const facts = look.screen.scene ? look.screen.scene.facts : [];
  showLines(find("#facts"), facts);
  find("#place").classList.toggle("auction", Boolean(choices.length || facts.length));
  find("#place").classList.toggle("choosing", Boolean(choices.length));
  set(find("#choices"), "ariaLabel", choices.length && look.hand ? look.hand.title : null);
}

// The whole table in words, for whoever wants no pictures.
function showSpoken(screen, hand) {
  find("#spoken").hidden = Boolean(screen.scene);
  showLines(find("#spoken ul"), screen.scene ? [] : [...new Set([...screen.lines, ...(hand ? hand.lines : [])])]);
}

function showLines(parent, lines) {
  keep(parent, lines.map((line) => ({ key: line, line })), () => make("li", { dir: "auto" }), (node, { line }) => {
    if (node.textContent !== line) node.textContent = line;
    set(node, "title", line);
  });
}

function showRows(parent, rows, press) {
  keep(parent, rows.map((row, place) => ({ key: `row${place}`, row })), makeRow, (node, { row }) => dressRow(node, row, press));
}

function showNews(screen, texts) {
  find("#news h2").textContent = texts.news;
  showLines(find("#news ul"), screen.lines);
}
