// The contacts of composite shapes in words, and what the page does with their report.

const VERDICTS = { kept: "kept", joined: "joined", outside_cone: "dropped: outside of the cone", covered: "dropped: covered", resolved: "dropped: resolved", continued: "dropped: continued", behind: "dropped: behind" };

// Why a contact is kept or not.
function verdictReason(report, contact) {
  const by = contact.by.map(place => partName(report, contact.by_of, place)).join(", ");
  return {
    kept: "it is a contact of the whole shape",
    joined: `it has the normal of the contact of ${by}, whose manifold has its points`,
    outside_cone: `its normal is outside of the normal cone of the ${contact.feature} that it is at: ${by} shares it and is nearer`,
    resolved: `moved out by the contact of ${by}, which is less deep, the part does not overlap any more`,
    covered: `each of its deepest points is in ${by}, at least as deep`,
    continued: "another shape continues the surface there, and has the contact",
    behind: "the middle of the body is behind the part, which has no back",
  }[contact.verdict];
}

function contactsSentence(report, steps, index) {
  const contact = steps[index].contact, { verdicts, manifolds } = report;
  if (!contact) {
    const kept = verdicts.filter(({ verdict }) => verdict === "kept").length;
    return verdicts.length
      ? `${plural(verdicts.length, "part has", "parts have")} a contact up to a separation of ${number(report.margin)}: ${kept} ${kept === 1 ? "is" : "are"} kept, in ${plural(manifolds.length, "manifold", "manifolds")}, one per normal. The next steps show each.`
      : `No part is within ${number(report.margin)}. The nearest points are shown.`;
  }
  const names = contact.parts.map((place, of) => place === null ? null : partName(report, of, place)).filter(Boolean).join(" and ");
  const state = contact.distance < 0 ? `overlaps by ${number(-contact.distance)}` : `is ${number(contact.distance)} apart`;
  return `The contact of ${names} ${state} along ${vector(contact.normal)}. It is ${VERDICTS[contact.verdict]}: ${verdictReason(report, contact)}.`;
}

function writeContacts(report) {
  const get = id => document.getElementById(id), { line, shapes, manifolds } = report;
  get("verdict").textContent = line.intersects ? (line.depth ? "They overlap by " + number(line.depth) : "They touch") : "They are " + number(line.distance) + " apart";
  const parts = line.parts || [null, null];
  rows(get("answer"), [
    ["intersects", line.intersects ? "yes" : "no"],
    ["distance", value(line.distance)],
    ...line.depth === null ? [] : [["depth", value(line.depth)]],
    ["bounds, signed", value(line.lower), " … ", value(line.upper)],
    ["normal, A to B", value(line.normal)],
    ["point of A", value(line.point_a)],
    ["point of B", value(line.point_b)],
    ...parts.flatMap((part, i) => part === null ? [] : [[`part of ${"AB"[i]}`, `${partWord(report, i)} ${part}`]]),
    ["shapes", `${shapes.map(shape => shape.spec.type + (shape.parts ? ` of ${shape.parts.length + (shape.hidden || 0)} parts` : "")).join(" and ")}, in ${report.precision}`],
    ...(line.notes || []).map(note => ["note", note]),
  ]);
  get("path").replaceChildren(
    element("b", {}, "Contacts of the parts"), ": each part near the body is compared with it as a convex shape, and a contact is kept or dropped by the normal cones of the part, or by the parts that cover it (",
    element("code", {}, "composite_contact"), "). There are no steps of a search to show.");
  const margin = `Contacts up to a separation of ${number(report.margin)}` + (report.given ? " (the line’s prediction)." : " (a hundredth of the pair’s size; the line has no prediction).");
  const tables = manifolds.flatMap(({ parts, normal, points }, number) => [
    element("p", { class: "note" }, `${number + 1}. Normal ${vector(normal)}, deepest at ${parts.map((place, of) => place === null ? null : partName(report, of, place)).filter(Boolean).join(" and ")}.`),
    table(["", "separation", "touches", "on A", "on B", "features"], points.map((point, i) => ({ cells: [`${number + 1}.${i + 1}`, value(point.separation), point.touching ? "yes" : "no", value(point.on_a), value(point.on_b), point.feature] }))),
  ]);
  get("manifold").replaceChildren(element("p", { class: "note" }, manifolds.length ? margin : margin + " There are none."), ...tables);
}

function writeVerdicts(report, steps, index) {
  const get = id => document.getElementById(id);
  get("whose").textContent = "The contact of each part within the margin, and what became of it.";
  const lines = report.verdicts.map((contact, i) => ({
    name: i + 1 === index ? "now" : contact.verdict === "kept" ? "used" : "",
    cells: [contact.parts.map((place, of) => place === null ? null : partName(report, of, place)).filter(Boolean).join(", "), value(contact.distance), VERDICTS[contact.verdict], contact.by.map(place => partName(report, contact.by_of, place)).join(", "), value(contact.normal)],
  }));
  get("record").replaceChildren(...lines.length ? [table(["part", "distance", "", "by", "normal"], lines)] : []);
  const now = get("record").querySelector("tr.now");
  if (now) get("record").scrollTop = Math.max(0, now.offsetTop - 120);
  get("certificate").replaceChildren(element("p", {}, "None: a dropped contact names the part that is nearer or covers it."));
}

const contactsKind = {
  keys: [["fresh", "part of the step"], ["polytope", "nearer or covering part"], ["dropped", "dropped"]],
  titles: { right: "Contact", record: "Contacts of the parts", details: "Manifolds" },
  steps: report => [{ phase: "all contacts", contact: null }, ...report.verdicts.map(contact => ({ phase: VERDICTS[contact.verdict], contact }))],
  sets: report => outlinesOf(report.shapes),
  left: drawContacts,
  right: drawContacts,
  chart: drawVerdicts,
  sentence: contactsSentence,
  answer: writeContacts,
  record: writeVerdicts,
  // Around the contact, as wide as a third of the smaller shape.
  fitted(report) {
    const { point_a, point_b } = report.line;
    return around(times(add(point_a, point_b), 0.5), Math.max(0.35 * smallest(outlinesOf(report.shapes)), length(sub(point_a, point_b))));
  },
  focus(report, steps, index) {
    const { point_a, point_b } = steps[index].contact || report.line;
    const middle = times(add(point_a, point_b), 0.5), span = Math.max(3 * length(sub(point_a, point_b)), 0.05 * Math.max(...this.fitted(report).map(p => length(sub(p, middle)))));
    return { left: { middle, span }, right: { middle, span } };
  },
  hints: report => {
    const hidden = report.shapes.reduce((sum, shape) => sum + (shape.hidden || 0), 0);
    return { left: hidden ? `; ${hidden} parts without a contact are not drawn.` : ".", right: "The same around the nearest or deepest points. Each step of the timeline shows the contact of a part." };
  },
};
