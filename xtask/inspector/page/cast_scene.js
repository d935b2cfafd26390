// What the canvases show of a cast: the shapes on their way, and the origin that moves into A − B.

// The shapes where they are in a state.
const shapesAt = (report, { at }) => report.shapes.map((shape, i) => ({ ...shape, pose: { ...shape.pose, t: at[i] } }));

function drawCast(view, report, states, index) {
  if (!view.begin()) return;
  const pen = new Pen(view), now = states[index], colours = [palette.a, palette.b];
  pen.grid();
  // Where they start and where they end, faint; the way of each origin.
  for (const [state, dash] of [[states[0], [2, 4]], [states.at(-1), [6, 4]]]) {
    if (state === now) continue;
    outlinesOf(shapesAt(report, state)).forEach((outline, i) => {
      if (length(report.velocities[i]) === 0) return;
      if (view.dim === 2) outline.faces.forEach(face => pen.stroke(face.map(p => outline.points[p]), colours[i], { width: 1.2, alpha: 0.6, dash, close: true }));
      else pen.set(outline, colours[i], { fill: 0.05, width: 0.8 });
    });
  }
  report.velocities.forEach((velocity, i) => {
    if (length(velocity) === 0) return;
    pen.stroke([states[0].at[i], states.at(-1).at[i]], colours[i], { width: 1.2, alpha: 0.7, dash: [1, 4] });
    pen.arrow(now.at[i], velocity, 40, colours[i], 1.8);
  });
  drawSets(pen, outlinesOf(shapesAt(report, now)));
  drawNearest(pen, now);
}

// Sets above each other: in 3D what is behind first.
function drawSets(pen, outlines) {
  const colours = [palette.a, palette.b], flat = pen.view.dim === 2;
  outlines.forEach((outline, i) => pen.set(outline, colours[i], { fill: flat ? 0.15 : 0.3, front: false }));
  if (!flat) outlines.forEach((outline, i) => pen.set(outline, colours[i], { fill: 0.3, back: false }));
}

function drawNearest(pen, { point_a, point_b, normal }) {
  if (!point_a) return;
  pen.stroke([point_a, point_b], palette.witness, { width: 1.5, dash: [1, 4] });
  if (normal) pen.arrow(point_a, normal, 46, palette.witness, 2);
  pen.dot(point_a, palette.witness, 3.5);
  pen.dot(point_b, palette.witness, 3.5);
}

// In A − B of the start the origin moves with B: the shapes meet where the disc around it, as wide
// as the radii and the target distance, first touches the set.
function drawWay(view, report, states, index) {
  const search = report.search;
  if (!search) return drawCast(view, report, states, index);
  if (!view.begin()) return;
  const pen = new Pen(view), axes = report.shapes[0].pose.axes, now = states[index];
  const place = state => rotate(axes, state.moved);
  const outline = { points: search.outline.points.map(p => rotate(axes, p)), faces: search.outline.faces };
  pen.grid();
  pen.set(outline, palette.difference, { fill: view.dim === 2 ? 0.12 : 0.16, width: 1.6, front: view.dim === 2 });
  pen.stroke([place(states[0]), place(states.at(-1))], palette.ink, { width: 1.2, alpha: 0.6, dash: [5, 4] });
  for (const vertex of now.record) pen.dot(rotate(axes, vertex.point), palette.simplex, 3.5);
  if (view.dim === 3) pen.set(outline, palette.difference, { fill: 0.12, width: 1.6, back: false });
  states.forEach((state, i) => { if (i !== index) pen.dot(place(state), palette.muted, 3, true); });
  const nearest = now.normal && now.distance !== null && times(now.normal, -(now.distance + search.radii));
  if (nearest && now.distance + search.radii > 0) {
    pen.stroke([place(now), add(place(now), nearest)], palette.fresh, { width: 1.6, dash: [2, 3] });
    pen.dot(add(place(now), nearest), palette.fresh, 4);
  }
  if (now.normal) pen.arrow(place(now), times(now.normal, -1), 40, palette.fresh, 1.8);
  drawOrigin(pen, place(now), search.target);
}

// The time that each step has proved, up to the end.
function drawTimes(canvas, report, states, now) {
  const view = new View(canvas);
  if (!view.begin()) return;
  const c = view.context, slot = (view.width - 8) / states.length, height = view.height - 18;
  const last = Math.max(...states.map(state => state.time)) || 1;
  c.font = "11px system-ui, sans-serif";
  states.forEach((state, i) => {
    const x = 4 + i * slot, inset = Math.min(2, slot * 0.15), tall = Math.max(2, height * state.time / last);
    c.globalAlpha = i === now ? 1 : 0.45;
    c.fillStyle = state.what === "bound" ? palette.simplex : palette.polytope;
    c.fillRect(x + inset, 14 + height - tall, slot - 2 * inset, tall);
    c.globalAlpha = 1;
    if (i !== now) return;
    c.fillStyle = palette.ink;
    c.fillRect(x + inset, view.height - 3, slot - 2 * inset, 3);
  });
  c.fillStyle = palette.muted;
  c.fillText("the time up to which nothing happens", 6, 10);
}
