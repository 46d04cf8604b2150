// Tables of class "sortable": a click on a head sorts by that column, another one turns it.
document.querySelectorAll("table.sortable").forEach((table) => {
  const number = (text) => parseFloat(text.replace(/,/g, "").replace("−", "-"));
  const compare = (a, b) => {
    const [x, y] = [number(a), number(b)];
    if (!isNaN(x) && !isNaN(y)) return x - y;
    return isNaN(x) && isNaN(y) ? a.localeCompare(b) : isNaN(x) ? 1 : -1;
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
      body.append(...[...body.rows].sort((a, b) => turn * compare(cell(a), cell(b))));
    });
  });
});
