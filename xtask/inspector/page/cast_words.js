// A cast in words and numbers, and what the page does with its report.

const plural = (count, one, many) => `${count} ${count === 1 ? one : many}`;

function castSentence(report, states, index) {
  const state = states[index], { velocities, search } = report;
  const there = state.distance === null ? "" : ` There they are ${number(state.distance)} apart along ${vector(state.normal)}.`;
  const moves = report.ray ? "the ray is at its origin" : velocities.every(v => length(v) === 0) ? "nothing moves" : "the shapes are at their poses";
  if (state.what === "start") return `Time 0: ${moves}.${there}`;
  if (state.what === "bound") {
    const how = state.limit === 0
      ? "without a query of the distance, support calls along a few axes prove"
      : `with at most ${plural(state.limit, "query", "queries")} of the distance, the cast proves`;
    return `Limit ${state.limit}: ${how} that nothing happens before ${number(state.time)}, in ${state.calls} support calls. B is moved to there.${there} The next step is along the axis of a query there.`;
  }
  if (state.what === "miss") {
    const axis = report.end.axis ? ` Along ${vector(report.end.axis)} the gap stays above the target, because it does not fall or because the end comes first.` : "";
    return `No hit${report.max_time === null ? "" : ` up to ${number(report.max_time)}`}.${axis}${there}`;
  }
  if (report.end.at_start) return `They are within the target at the start, ${state.distance < 0 ? "and overlap by " + number(-state.distance) : number(state.distance) + " apart"}: a hit at time 0, with the normal of the distance or depth there.`;
  const cores = search && search.outcome === "hit" ? ` The cast of the cores took ${plural(search.steps, "query", "queries")} of the distance and ${search.calls} support calls.` : "";
  return `Time of impact ${number(state.time)}: ${report.ray ? "the ray meets A" : "the shapes come as near as the target"}, and the normal from A to B is ${vector(state.normal)}.${cores}`;
}

function writeCast(report) {
  const get = id => document.getElementById(id), { line, end, shapes, path } = report;
  get("verdict").textContent = end.at_start ? "Within the target at the start" : line.hit ? `They meet at time ${number(line.toi)}` : report.max_time === null ? "They never meet" : `They do not meet up to time ${number(report.max_time)}`;
  const parts = line.parts || [null, null];
  rows(get("answer"), [
    ["hit", line.hit ? "yes" : "no"],
    ["time of impact", value(line.toi)],
    ...end.lower === null ? [] : [["proved: not before", value(end.lower)]],
    ["normal, A to B", value(line.normal)],
    ["point of A", value(line.point_a)],
    ["point of B", value(line.point_b)],
    ...parts.flatMap((part, i) => part === null ? [] : [[`part of ${"AB"[i]}`, `${partWord(report, i)} ${part}`]]),
    ...end.separation === null ? [] : [["separation there", value(end.separation)]],
    ...end.axis === null ? [] : [["axis of the miss", value(end.axis), end.proven ? "" : " (within the errors of the support mappings)"]],
    ["work", `${plural(end.steps, "query", "queries")} of the distance, ${end.calls} support calls`],
    ["shapes", `${shapes[0].spec.type} and ${report.ray ? "a ray" : shapes[1].spec.type}, in ${report.precision}`],
    ...(line.notes || []).map(note => ["note", note]),
  ]);
  get("path").replaceChildren(
    element("b", {}, path.answered[0].toUpperCase() + path.answered.slice(1)), ": ", path.why + ". ",
    `${path.table} (`, element("code", {}, path.file), ").");
  get("manifold").replaceChildren(table(["", "velocity"], report.velocities.map((velocity, i) => ({ cells: [report.ray && i ? "ray" : "AB"[i], value(velocity)] }))),
    element("p", { class: "note" }, `Target distance ${number(report.target_distance)}, latest time ${report.max_time === null ? "∞" : number(report.max_time)}.`));
}

function writeCastRecord(report, states, index) {
  const get = id => document.getElementById(id), { search } = report, record = states[index]?.record || [];
  get("whose").textContent = search
    ? "The vertices of the portal, or of the last query of the distance, of the cast of the cores with this limit; w is where it is at the start. Earlier vertices are not in its record."
    : "No A − B: the answer is that of the parts, or a closed form.";
  const id = x => x === null ? "~" : x;
  const lines = record.map((vertex, i) => ({ cells: ["w" + i, value(vertex.point), "a" + id(vertex.id_a), value(vertex.a), "b" + id(vertex.id_b), value(vertex.b)] }));
  get("record").replaceChildren(...lines.length ? [table(["", "w", "", "a, in A’s frame", "", "b, in B’s frame"], lines)] : []);
  get("certificate").replaceChildren(search ? certified("Cast of the cores", { ...search, stop: null, iterations: search.calls }) : element("p", {}, "–"));
}

const castKind = {
  keys: [["origin", "origin on its way"], ["fresh", "nearest point"], ["simplex", "record"]],
  titles: { right: "A − B", record: "Record", details: "Motion" },
  steps: report => report.states.map(state => ({ ...state, phase: state.what === "bound" ? `limit ${state.limit}` : state.what })),
  sets: (report, steps, index) => outlinesOf(shapesAt(report, steps[index])),
  left: drawCast,
  right: drawWay,
  chart: drawTimes,
  sentence: castSentence,
  answer: writeCast,
  record: writeCastRecord,
  fitted(report, view) {
    const { search, states, shapes } = report;
    const end = states.at(-1);
    if (!search) return end.point_a ? around(end.point_a, smallest(outlinesOf(shapes))) : this.seen(report);
    const axes = shapes[0].pose.axes;
    return [...search.outline.points.map(p => rotate(axes, p)), ...states.flatMap(state => discAround(view, rotate(axes, state.moved), search.target))];
  },
  // All that the left picture shows.
  seen: report => [report.states[0], report.states.at(-1)].flatMap(state => outlinesOf(shapesAt(report, state)).flatMap(outline => outline.points)),
  focus(report, steps, index) {
    const { point_a, point_b, distance, moved } = steps[index];
    if (!point_a || distance === null) return {};
    const size = report.search ? report.search.outline.points.reduce((most, p) => Math.max(most, length(p)), 0) : 1;
    const span = Math.max(3 * Math.abs(distance), 3 * (report.search?.target || 0), 0.02 * size);
    const middle = times(add(point_a, point_b), 0.5);
    return { left: { middle, span }, right: { middle: report.search ? rotate(report.shapes[0].pose.axes, moved) : middle, span } };
  },
  hints: report => ({
    left: "", bare: "Faint: the start and the end. Dotted: the way.",
    right: report.search ? "A − B of the cores at the start. The origin moves as B does, and the shapes meet where the disc around it, of the radii and the target distance, touches the set." : "The same at the end.",
  }),
};
