// Sliders of the motion of a cast: velocities, and the origin of a ray.

const MOTIONS = {
  shape_cast: { a: [["velocity", "vel_a"]], b: [["velocity", "vel_b"]] },
  ray_cast: { b: [["origin", "origin"], ["direction", "dir"]] },
};

function motionSliders(name, pair, changed, slider) {
  for (const [label, key] of MOTIONS[pair.query]?.[name] || []) {
    const vector = pair[key] || Array(pair.dim).fill(0), reach = Math.max(4, ...vector.map(x => Math.abs(x) + 2));
    ["x", "y", "z"].slice(0, pair.dim).forEach((axis, i) => slider({ label: `${label} ${axis}`, min: -reach, max: reach, step: 0.01 }, vector[i] ?? 0, x => {
      const moved = [...(pair[key] || vector)];
      moved[i] = x;
      pair[key] = moved;
      changed(pair);
    }));
  }
}
