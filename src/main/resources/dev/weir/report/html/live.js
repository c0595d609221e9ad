"use strict";
// Renews the middle of the page; when the run has ended, loads its report in place of it.
(() => {
  const main = document.querySelector("main");
  const connection = document.getElementById("connection");
  const ask = async () => {
    try {
      const answer = await fetch("live", { cache: "no-store" });
      if (answer.headers.get("Weir-Ended") === "true") {
        location.reload();
        return;
      }
      main.innerHTML = await answer.text();
    } catch (e) {
      connection.textContent = "The run no longer answers. Its console says where its report is.";
      return;
    }
    setTimeout(ask, 2000);
  };
  setTimeout(ask, 2000);
})();
