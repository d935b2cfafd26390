// Numbers and sentences: the answer, the record, and what a step did.

const element = (tag, attributes = {}, ...children) => {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
};
const value = (x, text) => element("span", { title: exact(x) }, text ?? (Array.isArray(x) ? vector(x) : number(x)));

function rows(list, pairs) {
  list.replaceChildren(...pairs.flatMap(([name, ...content]) => [element("dt", {}, name), element("dd", {}, ...content)]));
}

function table(head, lines) {
  const body = lines.map(({ cells, name = "" }) => element("tr", name ? { class: name } : {}, ...cells.map(cell => element("td", {}, cell))));
  return element("table", {}, element("thead", {}, element("tr", {}, ...head.map(text => element("th", { scope: "col" }, text)))), element("tbody", {}, ...body));
}

function writeAnswer(report) {
  const { answer, manifold, shapes } = report, get = id => document.getElementById(id);
  const { distance, touching } = answer;
  get("verdict").textContent = answer.relation === "undefined" ? "Undefined: the numbers are out of range"
    : distance === null ? "Overlap without end: no finite translation separates them"
    : touching && distance < 0 ? "They overlap by " + number(-distance)
    : touching ? "They touch" : "They are " + number(distance) + " apart";
  const work = answer.work;
  rows(get("answer"), [
    ["signed distance", value(distance)],
    ["bounds", value(answer.lower), " … ", value(answer.upper), answer.lower === null ? "" : ` (${number(answer.upper - answer.lower)} wide)`],
    ["normal, A to B", value(answer.normal)],
    ["point of A", value(answer.point_a)],
    ["point of B", value(answer.point_b)],
    ["status", answer.unfinished ? "unfinished: a search stopped at its limit" : "converged"],
    ["support calls", `${work.calls}` + (work.guess_calls ? `, of which ${work.guess_calls} in f32` : "") + (work.expansions ? `, ${work.expansions} by EPA` : "")],
    ["in the query’s record", `${work.recorded} vertices`],
    ["shapes", `${shapes[0].spec.type} and ${shapes[1].spec.type}, in ${report.precision}`],
  ]);
  const { path } = answer;
  get("path").replaceChildren(
    element("b", {}, path.answered[0].toUpperCase() + path.answered.slice(1)), ": ", path.why + ". ",
    `Cores: ${shapes[0].core} and ${shapes[1].core}; the pair table has ${path.table} (`, element("code", {}, path.file), ").");
  const points = manifold.points.map((point, i) => ({
    cells: [String(i + 1), value(point.separation), point.touching ? "yes" : "no", value(point.on_a), value(point.on_b), point.feature],
  }));
  const margin = `Points up to a separation of ${number(manifold.margin)}` + (manifold.given ? " (the line’s prediction)." : " (a hundredth of the pair’s size; the line has no prediction).");
  get("manifold").replaceChildren(element("p", { class: "note" }, points.length ? margin : margin + " There are none."),
    ...points.length ? [table(["", "separation", "touches", "on A", "on B", "features"], points)] : []);
}

function writeRecord(report, step, recorded) {
  const get = id => document.getElementById(id), search = report.search;
  if (!search) {
    get("whose").textContent = "";
    get("record").replaceChildren(element("p", {}, "No search: a half-space is answered by a closed form."));
    get("certificate").replaceChildren(element("p", {}, "–"));
    return;
  }
  const own = report.answer.work.recorded;
  get("whose").textContent = own
    ? `The query itself recorded ${own} vertices; shown are those of GJK and EPA on the same cores, from a cold start.`
    : "The query itself made no search, and its record is empty; shown are GJK and EPA, called on the same cores.";
  const used = new Set(step ? (step.phase === "GJK" ? step.simplex : step.facets.flat()) : []);
  const lines = search.record.map((vertex, i) => {
    const id = value => value === null ? "~" : value;
    const name = step && step.added.includes(i) ? "now" : recorded.has(i) ? (used.has(i) ? "used" : "") : "later";
    return { name, cells: ["w" + i, value(vertex.point), "a" + id(vertex.id_a), value(vertex.a), "b" + id(vertex.id_b), value(vertex.b)] };
  });
  get("record").replaceChildren(table(["", "w", "", "a, in A’s frame", "", "b, in B’s frame"], lines));
  const now = get("record").querySelector("tr.now");
  if (now) get("record").scrollTop = Math.max(0, now.offsetTop - 120);
  const guess = search.gjk.guess_calls ? ` in f64 and ${search.gjk.guess_calls} in f32` : "";
  get("certificate").replaceChildren(certified("GJK", search.gjk, guess), ...search.epa ? [certified("EPA", search.epa)] : []);
}

const certified = (name, { outcome, stop, iterations, certificate }, more = "") => element("p", {},
  element("b", {}, `${name}: ${outcome}`), ` after ${iterations} support calls${more}. ` + (stop ? `It ended: ${stop}. ` : ""),
  `Proof: ${certificate.what}`, ...certificate.verified === null ? ["."] : ["; ",
    element("span", { class: certificate.verified ? "ok" : "bad" }, certificate.verified ? "✓ checked anew" : "✗ the check does not pass, which near touching it may not"), "."]);

// What a step did, in one or two sentences.
function sentence(report, steps, index) {
  const step = steps[index];
  if (!step) return report.search ? "The search recorded nothing." : "No steps: the answer is a closed form.";
  const vertex = i => {
    const { point, a, b, id_a, id_b } = report.search.record[i], id = value => value === null ? "~" : value;
    return `w${i} = a${id(id_a)} − b${id(id_b)} = ${vector(point)}, with a = ${vector(a)} and b = ${vector(b)} in their own frames`;
  };
  const bounds = `Bounds: ${step.lower === null ? "no axis separates them yet" : number(step.lower)} … ${number(step.upper)}.`;
  return step.phase === "GJK" ? gjkSentence(step, index, steps, vertex, bounds) : epaSentence(step, steps[index - 1], vertex, bounds);
}

function gjkSentence(step, index, steps, vertex, bounds) {
  const call = step.toward && step.added.length === 1
    ? `GJK, call ${step.calls}: along ${vector(step.toward)}${index ? "" : ", from A’s centre to B’s,"} the farthest vertex is ${vertex(step.added[0])}.`
    : step.added.length === 1 ? `GJK, call ${step.calls}: along a tilted or a solved normal, ${vertex(step.added[0])}.`
    : step.added.length ? `GJK, call ${step.calls}: ${step.added.map(i => "w" + i).join(", ")} ${index ? "recorded by Newton’s method or tilted calls" : "from the guess, evaluated in f64"}.`
    : `GJK, call ${step.calls}.`;
  const names = "{" + step.simplex.map(i => "w" + i).join(", ") + "}";
  const before = steps[index - 1], dropped = before ? before.simplex.filter(i => !step.simplex.includes(i)) : [];
  const rejected = step.added.filter(i => !step.simplex.includes(i));
  const change = (dropped.length ? ` ${dropped.map(i => "w" + i).join(", ")} no longer carries the nearest point.` : "") +
    (rejected.length && index ? ` ${rejected.map(i => "w" + i).join(", ")} does not join: it proves that nothing is nearer.` : "");
  const state = step.nearest && length(step.nearest) === 0 && step.upper === null
    ? `The simplex ${names} encloses the origin: the cores overlap.`
    : `Simplex ${names}; v = ${vector(step.nearest)} is its point nearest the origin. ${bounds}`;
  return call + change + " " + state;
}

function epaSentence(step, before, vertex, bounds) {
  const first = !before || before.phase !== "EPA";
  if (!step.facets.length) return `EPA: A − B is flat, or the search ended before it had a polytope. ${bounds}`;
  const grown = step.added.length === 0 ? "no vertex joins the polytope; the facet is closed."
    : first ? `the polytope starts as the simplex of ${step.added.map(i => "w" + i).join(", ")}.`
    : step.added.length === 1 ? `${vertex(step.added[0])} joins the polytope.`
    : `${step.added.map(i => "w" + i).join(", ")} join the polytope.`;
  const next = step.next === null ? "No facet is open." : `The nearest open facet is ${number(step.offset)} from the origin.`;
  return `${first ? "EPA" : `EPA, call ${step.calls}`}: ${grown} It has ${step.facets.length} facets. ${next} Best depth so far ${number(step.depth)} along ${vector(step.normal)}. ${bounds}`;
}

