// A contact or a distance of two convex shapes: what the page does with its report.

const pairKind = {
  keys: [["simplex", "simplex"], ["polytope", "polytope"], ["fresh", "newest vertex"], ["origin", "origin"]],
  titles: { right: "A − B", record: "Record", details: "Manifold" },
  steps: stepsOf,
  sets: report => outlinesOf(report.shapes),
  left: (view, report, steps, index) => drawShapes(view, report, steps[index], recordedAt(report, steps, index)),
  right: (view, report, steps, index) => drawDifference(view, report, steps[index], recordedAt(report, steps, index)),
  chart: drawChart,
  sentence,
  answer: writeAnswer,
  record: (report, steps, index) => writeRecord(report, steps[index], recordedAt(report, steps, index)),
  fitted(report, view) {
    const axes = report.shapes[0].pose.axes;
    const set = report.search ? report.search.outline.points.map(p => rotate(axes, p)) : [];
    return [...set, ...discAround(view, times(axes[0], 0), report.search?.radii || 0)];
  },
  // The points that are nearest or deepest, a few times larger than their distance, but not below
  // what a screen's numbers resolve.
  focus(report) {
    const { point_a, point_b, distance } = report.answer;
    if (!point_a || distance === null) return {};
    const span = Math.max(3 * Math.abs(distance), 3 * (report.search?.radii || 0), 1e-6 * (report.search?.size || 1));
    return { left: { middle: times(add(point_a, point_b), 0.5), span }, right: report.search && { middle: times(point_a, 0), span } };
  },
  hints: report => ({
    left: report.shapes.some(shape => shape.core_outline) ? "; dashed: cores." : ".",
    right: report.search ? `A − B of the cores, in ${report.search.outline.points.length} points. The shapes touch if the ${report.search.radii ? "disc around the origin meets it." : "origin is in it."}` : "",
  }),
};

// The points at a distance from a point along the axes.
const around = (middle, reach) => middle.flatMap((_, axis) => [reach, -reach].map(by => middle.map((x, i) => i === axis ? x + by : x)));

// The smaller of the sizes of some sets; a point has none.
const smallest = outlines => Math.min(...outlines.map(({ points }) => Math.max(...points.map(p => length(sub(p, points[0]))))).filter(size => size > 0));

// The ends of a disc on the screen, and its middle.
function discAround(view, middle, radius) {
  const { right, up } = view.axes(), dim = middle.length;
  return [middle, ...[right, up].flatMap(axis => [1, -1].map(sign => add(middle, times(axis.slice(0, dim), sign * radius))))];
}
