// What the two canvases show at a step.

// The step, as the timeline numbers them: those of GJK, then those of EPA.
function stepsOf(report) {
  const search = report.search;
  if (!search) return [];
  const gjk = search.gjk.steps.map(step => ({ ...step, phase: "GJK" }));
  const epa = search.epa ? search.epa.steps.map(step => ({ ...step, phase: "EPA" })) : [];
  return [...gjk, ...epa];
}

// The vertices that are recorded up to a step: those that it names, and all of the full searches
// before them. EPA also records vertices that do not join its polytope.
function recordedAt(report, steps, index) {
  const named = new Set(steps.slice(0, index + 1).flatMap(step => step.added)), [gjk, all] = report.search?.recorded || [0, 0];
  const ends = index === steps.length - 1 ? all : steps[index]?.phase === "EPA" ? gjk : 0;
  const upto = Math.max(ends - 1, ...[...named].filter(i => i < all));
  for (let i = 0; i <= upto; i++) named.add(i);
  return named;
}

const worldOutline = (outline, pose) => ({ points: outline.points.map(p => place(pose, p)), faces: outline.faces });
const boxOutline = ([low, high]) => low.length === 2
  ? { points: [low, [high[0], low[1]], high, [low[0], high[1]]], faces: [[0, 1, 2, 3]] }
  : {
    points: [...Array(8).keys()].map(i => [0, 1, 2].map(axis => (i >> axis & 1 ? high : low)[axis])),
    faces: [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]],
  };

// A half-space has no outline: a piece of its plane as wide as the other shape, and its solid side.
function halfSpaceOutline(shape, other) {
  const [normal, offset] = shape.half_space;
  const n = rotate(shape.pose.axes, normal), on = add(shape.pose.t, times(n, offset));
  const points = wholeOutline(other).points.map(p => place(other.pose, p));
  const center = points.length ? times(points.reduce(add), 1 / points.length) : on;
  const reach = Math.max(...points.map(p => length(sub(p, center))), 1e-300) * 1.8;
  const middle = sub(center, times(n, dot(sub(center, on), n)));
  if (n.length === 2) {
    const along = [-n[1] * reach, n[0] * reach], down = times(n, -0.6 * reach);
    const ends = [add(middle, along), sub(middle, along)];
    return { points: [...ends, add(ends[1], down), add(ends[0], down)], faces: [[0, 1, 2, 3]] };
  }
  const u = times(unit(cross(n, Math.abs(n[0]) < 0.7 ? [1, 0, 0] : [0, 1, 0])), reach), v = times(unit(cross(n, u)), reach);
  return { points: [add(add(middle, u), v), add(sub(middle, u), v), sub(sub(middle, u), v), sub(add(middle, u), v)], faces: [[0, 1, 2, 3], [3, 2, 1, 0]] };
}

// The outline of a shape; of a composite one those of all its parts as one list of faces.
function wholeOutline({ outline, parts }) {
  if (!parts) return outline;
  const points = [], faces = [];
  for (const part of parts) {
    faces.push(...part.outline.faces.map(face => face.map(p => p + points.length)));
    points.push(...part.outline.points);
  }
  return { points, faces };
}

function outlinesOf(shapes) {
  return shapes.map((shape, i) => shape.half_space
    ? halfSpaceOutline(shape, shapes[1 - i])
    : worldOutline(wholeOutline(shape), shape.pose));
}

// A vertex of the record on both shapes and in A − B, in the world's axes.
function vertexOf(report, index) {
  const { point, a, b, id_a, id_b } = report.search.record[index], [poseA, poseB] = report.shapes.map(shape => shape.pose);
  const name = (letter, id) => letter + (id === null ? "~" : id);
  return { point: rotate(poseA.axes, point), a: place(poseA, a), b: place(poseB, b), nameA: name("a", id_a), nameB: name("b", id_b) };
}

function drawShapes(view, report, step, recorded) {
  if (!view.begin()) return;
  const pen = new Pen(view), outlines = outlinesOf(report.shapes), colours = [palette.a, palette.b];
  pen.grid();
  drawBounds(pen, report.shapes);
  outlines.forEach((outline, i) => pen.set(outline, colours[i], { fill: view.dim === 2 ? 0.15 : 0.3, front: false }));
  report.shapes.forEach((shape, i) => {
    if (!shape.core_outline) return;
    const core = worldOutline(shape.core_outline, shape.pose);
    if (view.dim === 2) pen.stroke(core.points, colours[i], { width: 1.2, alpha: 0.8, dash: [5, 4], close: true });
    else pen.set(core, colours[i], { fill: 0.12, width: 1 });
    if (core.points.length === 1) pen.dot(core.points[0], colours[i], 3);
  });
  if (view.dim === 3) outlines.forEach((outline, i) => pen.set(outline, colours[i], { fill: 0.3, back: false }));
  drawAnswer(pen, report);
  if (!report.search) return;
  for (const index of recorded) {
    const { a, b } = vertexOf(report, index);
    pen.dot(a, palette.a, 3, true);
    pen.dot(b, palette.b, 3, true);
  }
  if (!step) return;
  for (const index of step.added) {
    const { a, b, nameA, nameB } = vertexOf(report, index);
    if (step.toward && step.added.length === 1) {
      const toward = rotate(report.shapes[0].pose.axes, step.toward);
      pen.arrow(a, toward, 34, palette.fresh, 1.6);
      pen.arrow(b, times(toward, -1), 34, palette.fresh, 1.6);
    }
    pen.dot(a, palette.a, 5.5);
    pen.dot(b, palette.b, 5.5);
    pen.label(a, nameA, palette.a);
    pen.label(b, nameB, palette.b);
  }
}

function drawBounds(pen, shapes) {
  shapes.forEach((shape, i) => {
    if (!shape.bounds) return;
    const box = boxOutline(shape.bounds), edges = pen.view.dim === 2 ? [box.points.concat([box.points[0]])] : [...edgesOf(box.faces)].map(edge => edge.ends.map(p => box.points[p]));
    edges.forEach(edge => pen.stroke(edge, [palette.a, palette.b][i], { width: 1, alpha: 0.4, dash: [2, 4] }));
  });
}

function drawAnswer(pen, report) {
  const { answer, manifold } = report;
  manifold.points.forEach((point, i) => {
    pen.stroke([point.on_a, point.on_b], palette.manifold, { width: 2 });
    pen.square(point.on_a, palette.manifold);
    pen.square(point.on_b, palette.manifold);
    pen.label(point.on_a, String(i + 1), palette.manifold);
  });
  if (!answer.point_a) return;
  pen.stroke([answer.point_a, answer.point_b], palette.witness, { width: 1.5, dash: [1, 4] });
  pen.arrow(answer.point_a, answer.normal, 46, palette.witness, 2);
  pen.dot(answer.point_a, palette.witness, 3.5);
  pen.dot(answer.point_b, palette.witness, 3.5);
}

function drawDifference(view, report, step, recorded) {
  if (!view.begin()) return;
  const pen = new Pen(view), search = report.search;
  if (!search) {
    const c = view.context;
    Object.assign(c, { fillStyle: palette.muted, font: "14px system-ui, sans-serif", textAlign: "center" });
    c.fillText("A half-space has no farthest points: no A − B, no search.", view.width / 2, view.height / 2, view.width - 20);
    c.textAlign = "left";
    return;
  }
  const axes = report.shapes[0].pose.axes, origin = times(axes[0], 0);
  const outline = { points: search.outline.points.map(p => rotate(axes, p)), faces: search.outline.faces };
  pen.grid();
  pen.set(outline, palette.difference, { fill: view.dim === 2 ? 0.12 : 0.16, width: 1.6, front: view.dim === 2 });
  if (step && step.phase === "EPA") drawPolytope(pen, report, step);
  for (const index of recorded) pen.dot(vertexOf(report, index).point, palette.difference, 3, true);
  if (step && step.phase === "GJK") drawSimplex(pen, report, step);
  if (view.dim === 3) pen.set(outline, palette.difference, { fill: 0.12, width: 1.6, back: false });
  drawOrigin(pen, origin, search.radii);
  if (!step) return;
  const names = step.phase === "GJK" ? step.simplex : [];
  for (const index of new Set([...names, ...step.added])) {
    const { point } = vertexOf(report, index), fresh = step.added.includes(index);
    if (fresh) pen.dot(point, palette.fresh, 5.5);
    pen.label(point, "w" + index, fresh ? palette.fresh : palette.simplex);
  }
}

function drawSimplex(pen, report, step) {
  const axes = report.shapes[0].pose.axes;
  const points = step.simplex.map(index => vertexOf(report, index).point);
  const corners = pen.view.dim === 3 && points.length === 4 ? [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]] : [points.map((_, i) => i)];
  for (const corner of corners) {
    const loop = corner.map(i => points[i]);
    if (loop.length > 2) pen.fill(loop, palette.simplex, corners.length > 1 ? 0.12 : 0.25);
    pen.stroke(loop, palette.simplex, { width: 2.5, close: true });
  }
  points.forEach(point => pen.dot(point, palette.simplex, 4.5));
  if (step.toward && step.added.length === 1) {
    const toward = rotate(axes, step.toward), { point } = vertexOf(report, step.added[0]);
    if (pen.view.dim === 2) {
      // The support line: all of A − B is behind it.
      const along = times(unit([-toward[1], toward[0]]), 3000 / pen.view.scale);
      pen.stroke([sub(point, along), add(point, along)], palette.fresh, { width: 1.2, alpha: 0.7, dash: [6, 5] });
    }
    pen.arrow(point, toward, 38, palette.fresh);
  }
  if (step.nearest && length(step.nearest) > 0) {
    const nearest = rotate(axes, step.nearest);
    pen.stroke([times(nearest, 0), nearest], palette.simplex, { width: 1.5, dash: [2, 3] });
    pen.dot(nearest, palette.simplex, 4, true);
    pen.label(nearest, "v", palette.simplex);
  }
}

function drawPolytope(pen, report, step) {
  const axes = report.shapes[0].pose.axes;
  const corner = index => vertexOf(report, index).point;
  if (pen.view.dim === 2) {
    step.facets.forEach(facet => pen.stroke(facet.map(corner), palette.polytope, { width: 2 }));
  } else {
    const names = [...new Set(step.facets.flat())], at = new Map(names.map((name, i) => [name, i]));
    pen.set({ points: names.map(corner), faces: step.facets.map(facet => facet.map(name => at.get(name))) }, palette.polytope, { fill: 0.14, width: 1.6 });
    // Edges between coplanar facets show how it grew.
    for (const edge of edgesOf(step.facets)) pen.stroke(edge.ends.map(corner), palette.polytope, { width: 1, alpha: 0.5 });
  }
  const next = step.facets[step.next];
  if (next) {
    if (pen.view.dim === 3) pen.fill(next.map(corner), palette.polytope, 0.45);
    pen.stroke(next.map(corner), palette.polytope, { width: 4, close: pen.view.dim === 3 });
  }
  if (step.normal && step.depth !== null) {
    const normal = rotate(axes, step.normal);
    pen.arrowTo(times(normal, 0), times(normal, step.depth), palette.ink, 1.8);
  }
}

function drawOrigin(pen, origin, radii) {
  const c = pen.context, [x, y] = pen.view.at(origin);
  if (radii > 0) {
    c.beginPath();
    c.arc(x, y, radii * pen.view.scale, 0, 2 * Math.PI);
    Object.assign(c, { strokeStyle: palette.ink, lineWidth: 1.2 });
    c.setLineDash([4, 4]);
    c.stroke();
    c.setLineDash([]);
  }
  for (const [colour, width] of [[palette.panel, 5], [palette.ink, 2]]) {
    Object.assign(c, { strokeStyle: colour, lineWidth: width, lineCap: "round" });
    c.beginPath();
    c.moveTo(x - 8, y); c.lineTo(x + 8, y);
    c.moveTo(x, y - 8); c.lineTo(x, y + 8);
    c.stroke();
  }
}

// The bounds after each step: the distance of the cores, then the depth.
function drawChart(canvas, report, steps, now) {
  const view = new View(canvas);
  if (!view.begin() || !steps.length) return;
  const c = view.context, left = 4, width = view.width - 8, height = view.height - 18;
  const highest = phase => Math.max(...steps.filter(step => step.phase === phase).map(step => step.upper ?? 0), 1e-300);
  const top = { GJK: highest("GJK"), EPA: highest("EPA") };
  const slot = width / steps.length;
  c.font = "11px system-ui, sans-serif";
  steps.forEach((step, i) => {
    const x = left + i * slot, colour = step.phase === "GJK" ? palette.simplex : palette.polytope;
    const y = value => 14 + height * (1 - Math.sqrt(Math.max(0, Math.min(1, value / top[step.phase]))));
    const high = y(step.upper ?? 0), low = y(step.lower ?? 0), inset = Math.min(2, slot * 0.15);
    c.globalAlpha = i === now ? 1 : 0.45;
    c.fillStyle = colour;
    c.fillRect(x + inset, high - 1, slot - 2 * inset, Math.max(2, low - high + 2));
    c.globalAlpha = 1;
    if (i === now) {
      c.fillStyle = palette.ink;
      c.fillRect(x + inset, view.height - 3, slot - 2 * inset, 3);
    }
    if (i === 0 || steps[i - 1].phase !== step.phase) {
      c.fillStyle = palette.muted;
      const count = steps.filter(other => other.phase === step.phase).length, room = count * slot - 8;
      const long = step.phase + (step.phase === "GJK" ? ": bounds of the distance" : ": bounds of the depth");
      c.fillText(c.measureText(long).width < room ? long : step.phase, x + 2, 10);
    }
  });
}

