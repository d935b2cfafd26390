// Strokes and fills on a canvas, in the page's colours.

let palette = {};
function readPalette() {
  const style = getComputedStyle(document.documentElement);
  const names = ["ink", "muted", "grid", "line", "panel", "a", "b", "difference", "simplex", "polytope", "fresh", "witness", "manifold"];
  palette = Object.fromEntries(names.map(name => [name, style.getPropertyValue("--" + name).trim()]));
}

const FONT = "12px system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

class Pen {
  constructor(view) {
    this.view = view;
    this.context = view.context;
    this.labels = [];
  }

  path(points, close) {
    const c = this.context;
    c.beginPath();
    points.forEach((p, i) => {
      const [x, y] = this.view.at(p);
      if (i) c.lineTo(x, y); else c.moveTo(x, y);
    });
    if (close) c.closePath();
  }

  fill(points, colour, alpha) {
    const c = this.context;
    this.path(points, true);
    c.globalAlpha = alpha;
    c.fillStyle = colour;
    c.fill();
    c.globalAlpha = 1;
  }

  stroke(points, colour, { width = 1.5, alpha = 1, dash = [], close = false } = {}) {
    const c = this.context;
    this.path(points, close);
    Object.assign(c, { globalAlpha: alpha, strokeStyle: colour, lineWidth: width, lineJoin: "round", lineCap: "round" });
    c.setLineDash(dash);
    c.stroke();
    c.setLineDash([]);
    c.globalAlpha = 1;
  }

  // A filled dot with a rim of the background, which separates it from lines.
  dot(point, colour, radius = 4, hollow = false) {
    const c = this.context, [x, y] = this.view.at(point);
    c.beginPath();
    c.arc(x, y, radius, 0, 2 * Math.PI);
    Object.assign(c, { fillStyle: hollow ? palette.panel : colour, strokeStyle: hollow ? colour : palette.panel, lineWidth: 1.5 });
    c.fill();
    c.stroke();
  }

  square(point, colour, half = 3.5) {
    const c = this.context, [x, y] = this.view.at(point);
    Object.assign(c, { fillStyle: colour, strokeStyle: palette.panel, lineWidth: 1.5 });
    c.fillRect(x - half, y - half, 2 * half, 2 * half);
    c.strokeRect(x - half, y - half, 2 * half, 2 * half);
  }

  // Words beside a point, away from words that are there already.
  label(point, text, colour = palette.ink) {
    const c = this.context, [x, y] = this.view.at(point);
    c.font = FONT;
    const width = c.measureText(text).width;
    const places = [[8, -8], [8, 16], [-8 - width, -8], [-8 - width, 16], [8, -22], [8, 30]];
    const free = ([dx, dy]) => !this.labels.some(box => x + dx < box[0] + box[2] + 3 && box[0] < x + dx + width + 3 && Math.abs(y + dy - box[1]) < 14);
    const inside = ([dx, dy]) => x + dx > 2 && x + dx + width < this.view.width - 2 && y + dy > 12 && y + dy < this.view.height - 4;
    const [dx, dy] = places.find(at => free(at) && inside(at)) || places.find(free) || places[0];
    this.labels.push([x + dx, y + dy, width]);
    Object.assign(c, { strokeStyle: palette.panel, lineWidth: 3.5, lineJoin: "round", fillStyle: colour });
    c.strokeText(text, x + dx, y + dy);
    c.fillText(text, x + dx, y + dy);
  }

  // An arrow of a length on the screen from a point along a direction of the world.
  arrow(from, direction, pixels, colour, width = 2) {
    const tip = add(deep(from), times(unit(deep(direction)), pixels / this.view.scale));
    this.arrowTo(from, tip, colour, width);
  }

  arrowTo(from, tip, colour, width = 2) {
    const c = this.context, [x0, y0] = this.view.at(from), [x1, y1] = this.view.at(tip);
    const reach = Math.hypot(x1 - x0, y1 - y0);
    if (!(reach > 1)) return;
    const [ux, uy] = [(x1 - x0) / reach, (y1 - y0) / reach], head = Math.min(9, reach * 0.7);
    Object.assign(c, { strokeStyle: colour, fillStyle: colour, lineWidth: width, lineCap: "butt" });
    c.beginPath();
    c.moveTo(x0, y0);
    c.lineTo(x1 - ux * head, y1 - uy * head);
    c.stroke();
    c.beginPath();
    c.moveTo(x1, y1);
    c.lineTo(x1 - ux * head - uy * head * 0.45, y1 - uy * head + ux * head * 0.45);
    c.lineTo(x1 - ux * head + uy * head * 0.45, y1 - uy * head - ux * head * 0.45);
    c.fill();
  }

  // The lines of a plane's coordinates, with numbers.
  grid() {
    const { view, context: c } = this;
    if (view.dim !== 2) return;
    const step = roundStep(56 / view.scale);
    const [w, h] = [view.width / 2 / view.scale, view.height / 2 / view.scale];
    Object.assign(c, { strokeStyle: palette.grid, fillStyle: palette.muted, lineWidth: 1, font: "10.5px system-ui, sans-serif" });
    // Far from the origin the numbers are long: every line has one only if there is room.
    for (const axis of [0, 1]) {
      const half = axis === 0 ? w : h, middle = view.middle[axis];
      for (let i = Math.ceil((middle - half) / step); i <= (middle + half) / step; i++) {
        const point = axis === 0 ? [i * step, view.middle[1]] : [view.middle[0], i * step];
        const at = Math.round(view.at(point)[axis]) + 0.5;
        c.globalAlpha = i === 0 ? 1 : 0.9;
        c.strokeStyle = i === 0 ? palette.line : palette.grid;
        c.beginPath();
        if (axis === 0) { c.moveTo(at, 0); c.lineTo(at, view.height); } else { c.moveTo(0, at); c.lineTo(view.width, at); }
        c.stroke();
        c.globalAlpha = 0.8;
        const text = number(Number((i * step).toPrecision(12)));
        if (axis === 0) { if (text.length < 7) c.fillText(text, at + 3, view.height - 4); } else c.fillText(text, 3, at - 3);
      }
    }
    c.globalAlpha = 1;
  }

  // Convex sets: in 2D filled loops, in 3D faces like glass, those behind first.
  set({ points, faces }, colour, { fill = 0.16, width = 2, front = true, back = true } = {}) {
    if (!points.length) return;
    if (this.view.dim === 2 || points.length < 3) {
      for (const loop of faces.map(face => face.map(p => points[p]))) {
        if (fill) this.fill(loop, colour, fill);
        this.stroke(loop, colour, { width: loop.length < 3 ? Math.max(width, 3) : width, close: true });
        if (loop.length === 1) this.dot(loop[0], colour, 4);
      }
      return;
    }
    const { toward } = this.view.axes(), light = unit(add(toward, [0.25, 0.55, -0.1]));
    const normals = faces.map(face => normalOf(points, face));
    faces.forEach((face, i) => {
      const facing = dot(normals[i], toward) > 0;
      if (facing ? !front : !back) return;
      const shade = 0.45 + 0.55 * Math.max(0, dot(normals[i], light));
      this.fill(face.map(p => points[p]), colour, fill * (facing ? shade : 0.35));
    });
    for (const edge of edgesOf(faces)) {
      const [one, other] = edge.faces.map(face => normals[face]);
      const facing = edge.faces.map(face => dot(normals[face], toward) > 0);
      const outline = other && facing[0] !== facing[1];
      const sharp = !other || dot(one, other) < 0.9;
      const visible = facing.some(Boolean);
      if (visible ? !front : !back) continue;
      const alpha = outline ? 0.95 : sharp ? (visible ? 0.75 : 0.2) : visible ? 0.13 : 0;
      if (alpha) this.stroke(edge.ends.map(p => points[p]), colour, { width: outline || sharp ? width * 0.8 : 1, alpha });
    }
  }
}

function normalOf(points, face) {
  let sum = [0, 0, 0];
  for (let i = 1; i + 1 < face.length; i++) {
    sum = add(sum, cross(sub(points[face[i]], points[face[0]]), sub(points[face[i + 1]], points[face[0]])));
  }
  return unit(sum);
}

// Each edge once, with the faces on its sides.
function edgesOf(faces) {
  const edges = new Map();
  faces.forEach((face, index) => face.forEach((from, i) => {
    const to = face[(i + 1) % face.length], key = Math.min(from, to) + "," + Math.max(from, to);
    if (!edges.has(key)) edges.set(key, { ends: [from, to], faces: [] });
    edges.get(key).faces.push(index);
  }));
  return edges.values();
}

