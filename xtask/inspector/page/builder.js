// Sliders: they edit the line, and the line is what is inspected.

const size = (label, key, value) => ({ label, key, value, min: 0, max: 3, step: 0.01 });
const list = (label, key, at, value) => ({ ...size(label, key, value), at });
const BOTH = {
  box: dim => ["half width", "half height", "half depth"].slice(0, dim).map((label, i) => list(label, "half", i, 1 - 0.25 * i)),
  capsule: () => [size("half height", "half_height", 0.8), size("radius", "radius", 0.5)],
  tapered_capsule: () => [size("half height", "half_height", 0.8), size("lower radius", "bottom", 0.6), size("upper radius", "top", 0.3)],
};
const KINDS = {
  2: {
    ...BOTH,
    circle: () => [size("radius", "radius", 1)],
    ellipse: () => [list("radius x", "radii", 0, 1.2), list("radius y", "radii", 1, 0.6)],
    half_ellipse: () => [list("radius x", "radii", 0, 1.2), list("radius y", "radii", 1, 0.8)],
    regular_polygon: () => [{ ...size("corners", "count", 5), min: 3, max: 24, step: 1 }, size("radius", "radius", 1)],
    sector: () => [size("radius", "radius", 1.2), { ...size("half angle", "half_angle", 0.7), min: 0.05, max: 1.57 }],
  },
  3: {
    ...BOTH,
    sphere: () => [size("radius", "radius", 1)],
    cylinder: () => [size("half height", "half_height", 0.8), size("radius", "radius", 0.6)],
    cone: () => [size("half height", "half_height", 0.9), size("radius", "radius", 0.8)],
    frustum: () => [size("half height", "half_height", 0.8), size("lower radius", "bottom", 0.9), size("upper radius", "top", 0.4)],
    ellipsoid: () => [list("radius x", "radii", 0, 1.2), list("radius y", "radii", 1, 0.7), list("radius z", "radii", 2, 0.5)],
  },
};

function freshShape(dim, type) {
  const shape = { type };
  for (const { key, at, value } of KINDS[dim][type](dim)) {
    if (at === undefined) shape[key] = value;
    else (shape[key] ||= [])[at] = value;
  }
  return shape;
}

// Turns about x, then y, then z, of a unit quaternion, and back: what the sliders show.
function anglesOf(q) {
  const [x, y, z, w] = unit(q);
  return [Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)), Math.asin(Math.max(-1, Math.min(1, 2 * (w * y - z * x)))), Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))];
}
function quaternionOf([a, b, c]) {
  const [sx, sy, sz] = [a, b, c].map(x => Math.sin(x / 2)), [cx, cy, cz] = [a, b, c].map(x => Math.cos(x / 2));
  return [sx * cy * cz - cx * sy * sz, cx * sy * cz + sx * cy * sz, cx * cy * sz - sx * sy * cz, cx * cy * cz + sx * sy * sz];
}

// The sliders of a pair. `changed` is called with the edited pair.
function build(parent, pair, changed) {
  const dim = pair.dim;
  if (dim !== 2 && dim !== 3) { parent.replaceChildren(); return; }
  const tools = element("div", { class: "row" });
  for (const other of [2, 3]) {
    const button = element("button", { type: "button" }, `New ${other}D pair`);
    button.onclick = () => {
      const [a, b] = other === 2 ? ["box", "regular_polygon"] : ["box", "cylinder"];
      changed({ id: "mine", dim: other, query: "contact", a: freshShape(other, a), b: freshShape(other, b), pose_b: { t: [1.9, 1.1, 0.3].slice(0, other) } }, true);
    };
    tools.append(button);
  }
  parent.replaceChildren(tools, ...["a", "b"].map(name => shapeFields(name, pair, changed)));
}

function shapeFields(name, pair, changed) {
  const dim = pair.dim, shape = pair[name], pose = pair["pose_" + name] || {};
  const upper = name.toUpperCase(), field = element("fieldset", {}, element("legend", { class: name }, upper));
  const kinds = Object.keys(KINDS[dim]), known = shape && kinds.includes(shape.type);
  const select = element("select", { "aria-label": `Kind of ${upper}` });
  for (const kind of known ? kinds : [shape?.type ?? "–", ...kinds]) select.append(element("option", { value: kind }, kind.replaceAll("_", " ")));
  select.value = shape?.type ?? "–";
  select.onchange = () => changed({ ...pair, [name]: freshShape(dim, select.value) }, true);
  field.append(select);
  const slider = ({ label, min, max, step }, current, set) => {
    const input = element("input", { type: "range", min, max: Math.max(max, current), step, value: current, "aria-label": `${upper}: ${label}` });
    const output = element("output", {}, number(current));
    input.value = current;
    input.oninput = () => {
      output.textContent = number(Number(input.value));
      set(Number(input.value));
    };
    field.append(element("label", { class: "slider" }, element("span", {}, label), input, output));
  };
  if (known) {
    for (const spec of KINDS[dim][shape.type](dim)) {
      const current = spec.at === undefined ? shape[spec.key] : shape[spec.key]?.[spec.at];
      if (!Number.isFinite(current)) continue;
      slider(spec, current, x => {
        if (spec.at === undefined) shape[spec.key] = x; else shape[spec.key][spec.at] = x;
        changed(pair);
      });
    }
  }
  const edit = part => { pair["pose_" + name] = { ...pair["pose_" + name], ...part }; changed(pair); };
  // A ray has no pose.
  const ray = pair.query === "ray_cast" && name === "b";
  if (ray) { field.replaceChildren(field.firstChild); motionSliders(name, pair, changed, slider); return field; }
  const t = pose.t || Array(dim).fill(0), reach = Math.max(4, ...t.map(x => Math.abs(x) + 2));
  ["x", "y", "z"].slice(0, dim).forEach((label, axis) => slider({ label, min: -reach, max: reach, step: 0.01 }, t[axis] ?? 0, x => {
    const moved = [...(pair["pose_" + name]?.t || Array(dim).fill(0))];
    moved[axis] = x;
    edit({ t: moved });
  }));
  const turn = { min: -3.142, max: 3.142, step: 0.01 };
  if (dim === 2) {
    const angle = pose.c !== undefined ? Math.atan2(pose.s, pose.c) : pose.angle || 0;
    slider({ label: "angle", ...turn }, angle, x => {
      delete pair["pose_" + name]?.c;
      delete pair["pose_" + name]?.s;
      edit({ angle: x });
    });
  } else {
    const angles = anglesOf(pose.q || [0, 0, 0, 1]);
    ["turn x", "turn y", "turn z"].forEach((label, axis) => slider({ label, ...turn }, angles[axis], x => {
      angles[axis] = x;
      edit({ q: quaternionOf(angles) });
    }));
  }
  motionSliders(name, pair, changed, slider);
  return field;
}

