// Inlined into the page, the only script that is: starts fetching the texts, loads the page's module, hands it the data.
(async () => {
  const element = /** @type {HTMLElement} */ (document.getElementById("first"));
  const first = JSON.parse(element.textContent ?? "");
  /** @param {string} name */
  const load = (name) => import(first.static + name);
  try {
    const page = { lobby: "lobby.js", missing: "lobby.js", table: "table.js", replay: "replay.js" };
    const [words, module] = await Promise.all([
      load("words.js"),
      load(page[/** @type {keyof typeof page} */ (first.kind)]),
    ]);
    await words.use(first.lang, first.static);
    module.start(first);
  } catch (error) {
    console.error(error);
    const note = document.querySelector(".loading");
    if (note) note.textContent = "Housu: reload the page. Lataa sivu uudelleen. Обновите страницу.";
  }
})();
