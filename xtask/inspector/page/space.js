// Vectors, poses, and the view: the only geometry of the page is the projection to the screen.

const add = (a, b) => a.map((x, i) => x + b[i]);
const sub = (a, b) => a.map((x, i) => x - b[i]);
const times = (a, k) => a.map(x => x * k);
const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
const length = a => Math.hypot(...a);
const unit = a => times(a, 1 / (length(a) || 1));
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const deep = p => p.length === 2 ? [...p, 0] : p;

// A vector of the frame with these axes, in the outer frame, and back.
const rotate = (axes, v) => axes.reduce((sum, axis, i) => add(sum, times(axis, v[i])), times(axes[0], 0));
const place = (pose, p) => add(rotate(pose.axes, p), pose.t);

// An orthographic camera. Both canvases share the turn, so that directions agree.
const turn = { yaw: 0.6, pitch: 0.42 };

function turnBy(yaw, pitch) {
  turn.yaw += yaw;
  turn.pitch = Math.max(-1.55, Math.min(1.55, turn.pitch + pitch));
}

class View {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.middle = [0, 0, 0];
    this.scale = 1;
    this.dim = 2;
  }

  // Sizes the canvas to its box; false if it has none.
  begin() {
    const { clientWidth: width, clientHeight: height } = this.canvas, ratio = window.devicePixelRatio || 1;
    if (!width || !height) return false;
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
    }
    Object.assign(this, { width, height });
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.context.clearRect(0, 0, width, height);
    return true;
  }

  axes() {
    if (this.dim === 2) return { right: [1, 0, 0], up: [0, 1, 0], toward: [0, 0, 1] };
    const [cy, sy, cp, sp] = [Math.cos(turn.yaw), Math.sin(turn.yaw), Math.cos(turn.pitch), Math.sin(turn.pitch)];
    return { right: [cy, 0, -sy], up: [-sy * sp, cp, -cy * sp], toward: [sy * cp, sp, cy * cp] };
  }

  // The screen position of a point.
  at(point) {
    const { right, up } = this.axes(), from = sub(deep(point), this.middle);
    return [this.width / 2 + this.scale * dot(from, right), this.height / 2 - this.scale * dot(from, up)];
  }

  // The motion in the world of a motion on the screen.
  motion(dx, dy) {
    const { right, up } = this.axes();
    return add(times(right, dx / this.scale), times(up, -dy / this.scale));
  }

  // Shows all of these points.
  fit(points, dim) {
    this.dim = dim;
    const all = points.map(deep).filter(p => p.every(Number.isFinite));
    if (!all.length) return;
    const { right, up } = this.axes();
    const range = axis => {
      const values = all.map(p => dot(p, axis));
      return [Math.min(...values), Math.max(...values)];
    };
    const [[x0, x1], [y0, y1]] = [range(right), range(up)];
    const middle = axis => (Math.min(...all.map(p => p[axis])) + Math.max(...all.map(p => p[axis]))) / 2;
    // In 3D the middle of the set stays in the middle while the view turns.
    this.middle = dim === 2 ? [(x0 + x1) / 2, (y0 + y1) / 2, 0] : [0, 1, 2].map(middle);
    const offset = axis => dim === 2 ? 0 : dot(this.middle, axis);
    const half = (low, high, axis) => dim === 2 ? (high - low) / 2 : Math.max(high - offset(axis), offset(axis) - low);
    const [w, h] = [half(x0, x1, right), half(y0, y1, up)];
    const room = 0.78;
    const scale = Math.min(room * (this.width || 400) / (2 * w), room * (this.height || 300) / (2 * h));
    this.scale = Number.isFinite(scale) && scale > 0 ? scale : 1;
  }
}

// A step of 1, 2 or 5 times a power of ten, of at least this size.
function roundStep(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * [1, 2, 5, 10].find(factor => factor * power >= least);
}

// Six digits; the minus sign of typography.
function number(x) {
  if (x === null || x === undefined) return "–";
  if (!Number.isFinite(x)) return String(x).replace("-", "−").replace("Infinity", "∞");
  const size = Math.abs(x);
  const text = size !== 0 && (size < 1e-4 || size >= 1e7) ? x.toExponential(4) : String(Number(x.toPrecision(6)));
  return (text === "-0" ? "0" : text).replaceAll("-", "−");
}
// Components that are rounding beside the others are shown as 0.
const vector = v => {
  if (!v) return "–";
  const largest = Math.max(...v.map(Math.abs));
  return "(" + v.map(x => number(Math.abs(x) < 1e-13 * largest ? 0 : x)).join(", ") + ")";
};
const exact = v => v === null || v === undefined ? "" : Array.isArray(v) ? v.join(", ") : String(v);

