// Tables of class "sortable": a click on a head sorts by that column, another one turns it.
// Numbers are compared as numbers and come before other texts, cells without a value last.
document.querySelectorAll("table.sortable").forEach((table) => {
  const compare = (a, b, turn) => {
    const [x, y] = [a, b].map((text) => parseFloat(text.replace(/,/g, "").replace("−", "-")));
    if (!isNaN(x) && !isNaN(y)) return turn * (x - y);
    if (!isNaN(x) || !isNaN(y)) return isNaN(x) ? 1 : -1;
    if (a === "–" || b === "–") return (a === "–") - (b === "–");
    return turn * a.localeCompare(b);
  };
  table.querySelectorAll("thead th").forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const turn = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
      table.querySelectorAll("th").forEach((one) => one.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", turn === 1 ? "ascending" : "descending");
      const body = table.tBodies[0];
      const cell = (row) => row.cells[column].textContent.trim();
      body.append(...[...body.rows].sort((a, b) => compare(cell(a), cell(b), turn)));
    });
  });
});
