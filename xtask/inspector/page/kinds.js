// What the page does with a report, by its kind.

const KINDS_OF_REPORTS = { pair: pairKind, cast: castKind, contacts: contactsKind };
const kindOf = report => KINDS_OF_REPORTS[report.kind];

// The names above the pictures and the tables.
function writeTitles(report) {
  const get = id => document.getElementById(id), { keys, titles } = kindOf(report);
  const same = report.kind === "cast" && !report.search;
  get("right-title").textContent = same ? "End" : titles.right;
  get("right-keys").replaceChildren(...(same ? [] : keys).map(([name, text]) => element("span", { class: "key " + name }, text)));
  get("right").setAttribute("aria-label", report.kind === "pair" ? "The Minkowski difference of the cores" : report.kind === "contacts" || same ? "The shapes at the contact" : "The origin on its way into the Minkowski difference");
  get("h-record").textContent = titles.record;
  get("h-details").textContent = titles.details;
  get("vertices").hidden = report.kind === "contacts";
}
