// What the canvases show of composite shapes: their parts, and the contacts that are kept or not.

// The names of a part: what it is, and its index in the line.
function partWord(report, of) {
  const { type } = report.shapes[of].spec;
  return { trimesh: "triangle", polyline: "segment", voxels: "cell", compound: "part", heightfield: report.dim === 2 ? "segment" : "triangle" }[type] || "part";
}
function partName(report, of, place) {
  if (place === null) return "AB"[of];
  const { index } = report.shapes[of].parts[place], word = partWord(report, of);
  return word === "cell" ? `face ${place} of cell ${index ?? "–"} of ${"AB"[of]}` : `${word} ${index ?? place} of ${"AB"[of]}`;
}

function partOutline(report, of, place) {
  const shape = report.shapes[of];
  return place === null ? null : worldOutline(shape.parts[place].outline, shape.pose);
}

function drawContacts(view, report, steps, index) {
  if (!view.begin()) return;
  const pen = new Pen(view), now = steps[index]?.contact;
  pen.grid();
  drawBounds(pen, report.shapes);
  drawSets(pen, outlinesOf(report.shapes));
  if (now) {
    now.by.forEach(place => emphasise(pen, partOutline(report, now.by_of, place), palette.polytope));
    now.parts.forEach((place, of) => emphasise(pen, partOutline(report, of, place), palette.fresh));
  }
  for (const contact of report.verdicts) if (contact.verdict !== "kept" && contact !== now) drawDropped(pen, contact);
  report.manifolds.forEach(({ points, normal }, number) => points.forEach((point, i) => {
    pen.stroke([point.on_a, point.on_b], palette.manifold, { width: 2 });
    pen.arrow(point.on_a, normal, 40, palette.manifold, 1.8);
    pen.square(point.on_a, palette.manifold);
    pen.square(point.on_b, palette.manifold);
    pen.label(point.on_a, `${number + 1}.${i + 1}`, palette.manifold);
  }));
  if (now) {
    pen.stroke([now.point_a, now.point_b], palette.fresh, { width: 2, dash: [2, 3] });
    pen.arrow(now.point_a, now.normal, 46, palette.fresh, 2);
    pen.dot(now.point_a, palette.fresh, 4.5);
    pen.dot(now.point_b, palette.fresh, 4.5);
  } else drawNearest(pen, report.line);
}

function drawDropped(pen, { point_a, point_b, normal }) {
  pen.stroke([point_a, point_b], palette.muted, { width: 1.2, dash: [2, 4] });
  pen.arrow(point_a, normal, 22, palette.muted, 1.2);
  pen.dot(point_a, palette.muted, 3, true);
}

// A part that the step is about.
function emphasise(pen, outline, colour) {
  if (outline) pen.set(outline, colour, { fill: 0.35, width: 3 });
}

// How many contacts of each kind there are: one bar for each contact, by its distance.
function drawVerdicts(canvas, report, steps, now) {
  const view = new View(canvas);
  if (!view.begin()) return;
  const c = view.context, slot = (view.width - 8) / steps.length, height = view.height - 18;
  const all = steps.slice(1).map(step => step.contact.distance), low = Math.min(0, ...all), high = Math.max(report.margin, ...all, 1e-300);
  c.font = "11px system-ui, sans-serif";
  steps.forEach(({ contact }, i) => {
    const x = 4 + i * slot, inset = Math.min(2, slot * 0.15);
    if (contact) {
      const tall = Math.max(2, height * (contact.distance - low) / (high - low));
      c.globalAlpha = i === now ? 1 : 0.45;
      c.fillStyle = contact.verdict === "kept" ? palette.manifold : palette.muted;
      c.fillRect(x + inset, 14 + height - tall, slot - 2 * inset, tall);
      c.globalAlpha = 1;
    }
    if (i !== now) return;
    c.fillStyle = palette.ink;
    c.fillRect(x + inset, view.height - 3, slot - 2 * inset, 3);
  });
  c.fillStyle = palette.muted;
  c.fillText("distances of the parts: kept, and dropped", 6, 10);
}
