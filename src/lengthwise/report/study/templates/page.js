"use strict";
// Values at the points of each figure: with the pointer, a finger, or the arrow keys.
for (const figure of document.querySelectorAll(".figures figure")) {
  const plot = figure.querySelector(".plot");
  const svg = plot.querySelector("svg");
  const points = JSON.parse(figure.querySelector("script").textContent);
  if (!points.length) continue;

  const tip = document.createElement("div");
  tip.className = "tip";
  tip.setAttribute("role", "status");
  figure.append(tip);
  const ring = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  ring.setAttribute("class", "ring");
  ring.setAttribute("r", "6");
  let chosen = -1;

  const show = (number) => {
    chosen = number;
    const point = points[number];
    for (const part of svg.querySelectorAll("[data-series]")) {
      const other = point && part.dataset.series !== String(point.series);
      part.classList.toggle("faded", Boolean(other));
    }
    if (!point) {
      ring.remove();
      tip.textContent = "";
      return;
    }
    ring.setAttribute("cx", point.x);
    ring.setAttribute("cy", point.y);
    svg.append(ring);
    tip.textContent = point.text;
    const scale = svg.clientWidth / svg.viewBox.baseVal.width;
    const left = Math.min(point.x * scale + 12, figure.clientWidth - tip.offsetWidth);
    const above = point.y * scale - tip.offsetHeight - 12;
    tip.style.left = `${Math.max(left, 0)}px`;
    tip.style.top = `${above < 0 ? point.y * scale + 14 : above}px`;
  };

  const nearest = (event) => {
    const box = svg.getBoundingClientRect();
    const scale = svg.viewBox.baseVal.width / box.width;
    const x = (event.clientX - box.left) * scale;
    const y = (event.clientY - box.top) * scale;
    let best = -1;
    let least = 60;
    points.forEach((point, number) => {
      const distance = Math.hypot(point.x - x, point.y - y);
      if (distance < least) [best, least] = [number, distance];
    });
    return best;
  };

  // The next point of the same series, or the one at the same place of another series.
  const step = (key) => {
    if (chosen < 0) return 0;
    const {series, x} = points[chosen];
    if (key === "ArrowRight") return Math.min(chosen + 1, points.length - 1);
    if (key === "ArrowLeft") return Math.max(chosen - 1, 0);
    const wanted = series + (key === "ArrowDown" ? 1 : -1);
    let best = chosen;
    let least = Infinity;
    points.forEach((point, number) => {
      const distance = Math.abs(point.x - x);
      if (point.series === wanted && distance < least) [best, least] = [number, distance];
    });
    return best;
  };

  plot.tabIndex = 0;
  plot.setAttribute("role", "group");
  plot.setAttribute("aria-label", "Figure; the arrow keys read its values");
  plot.addEventListener("pointermove", (event) => show(nearest(event)));
  plot.addEventListener("pointerdown", (event) => show(nearest(event)));
  plot.addEventListener("pointerleave", () => show(-1));
  plot.addEventListener("blur", () => show(-1));
  plot.addEventListener("keydown", (event) => {
    if (event.key === "Escape") show(-1);
    if (!event.key.startsWith("Arrow")) return;
    event.preventDefault();
    show(step(event.key));
  });
}
