// The page: what is chosen, what the program answered, and the step that is shown.

const get = id => document.getElementById(id);
const examples = JSON.parse(get("examples").textContent), given = JSON.parse(get("pairs").textContent);
const all = [...given.lines.map((line, i) => ({ group: "From the file", title: titleOf(line, i), line })), ...examples];
const views = { left: new View(get("left")), right: new View(get("right")) };
const state = { module: null, report: null, steps: [], step: 0, playing: 0, waiting: null, busy: false, fitted: false };

function titleOf(line, i) {
  try { return JSON.parse(line).id || `line ${i + 1}`; } catch { return `line ${i + 1}`; }
}

function draw() {
  readPalette();
  const { report, steps, step } = state;
  if (!report) return;
  const kind = kindOf(report);
  kind.left(views.left, report, steps, step);
  kind.right(views.right, report, steps, step);
  kind.chart(get("chart"), report, steps, step);
}

function show(index) {
  const { report, steps } = state;
  if (!report) return;
  state.step = Math.max(0, Math.min(index, steps.length - 1));
  const slider = get("step");
  slider.max = Math.max(0, steps.length - 1);
  slider.value = state.step;
  const now = steps[state.step];
  get("count").textContent = steps.length ? `${state.step + 1} of ${steps.length}, ${now.phase}` : "no steps";
  for (const id of ["first", "previous"]) get(id).disabled = state.step === 0;
  for (const id of ["next", "last"]) get(id).disabled = state.step >= steps.length - 1;
  get("play").disabled = steps.length < 2;
  get("said").textContent = kindOf(report).sentence(report, steps, state.step);
  kindOf(report).record(report, steps, state.step);
  draw();
}

function fit() {
  const { report } = state;
  if (!report) return;
  views.left.begin();
  views.right.begin();
  const kind = kindOf(report);
  views.left.fit(kind.seen?.(report) || kind.sets(report, state.steps, 0).flatMap(outline => outline.points), report.dim);
  views.right.dim = report.dim;
  views.right.fit(kind.fitted(report, views.right), report.dim);
}

function zoom({ left, right }) {
  const { report, steps, step } = state;
  if (!report) return;
  const focus = kindOf(report).focus(report, steps, step);
  const show = (view, { middle, span }) => {
    view.middle = deep(middle);
    view.scale = 0.4 * Math.min(view.width, view.height) / span;
  };
  if (left && focus.left) show(views.left, focus.left);
  if (right && focus.right) show(views.right, focus.right);
  draw();
}

function stop() {
  clearInterval(state.playing);
  state.playing = 0;
  get("play").textContent = "▶ play";
}

function play() {
  if (state.playing) return stop();
  if (state.step >= state.steps.length - 1) show(0);
  get("play").textContent = "❚❚ pause";
  state.playing = setInterval(() => {
    show(state.step + 1);
    if (state.step >= state.steps.length - 1) stop();
  }, 900);
}

// Runs the program on the line. While it runs, only the newest request waits.
async function inspect(request) {
  if (state.busy || !state.module) { state.waiting = { ...state.waiting, ...request }; return; }
  state.busy = true;
  const options = ["f64", "guess"].filter(id => get(id).checked).map(id => "--" + id);
  try {
    const report = await run(state.module, get("line").value, options);
    if (report.kind === "refused") refuse(report.error); else accept(report, request);
  } catch (error) {
    refuse({ kind: "internal", what: String(error.message || error) });
  }
  state.busy = false;
  const waiting = state.waiting;
  state.waiting = null;
  if (waiting) await inspect(waiting);
}

function accept(report, { refit, restart, rebuild }) {
  const before = state.report;
  Object.assign(state, { report, steps: kindOf(report).steps(report) });
  get("error").hidden = true;
  get("views").classList.remove("stale");
  writeTitles(report);
  if (refit || !before || before.dim !== report.dim || before.kind !== report.kind) fit();
  if (rebuild) rebuildSliders();
  const threeD = report.dim === 3 ? " Drag beside the shapes to turn the view." : "";
  const { left, right, bare } = kindOf(report).hints(report);
  get("left-hint").textContent = "Drag a shape to move it." + threeD + " " + (bare || "Dotted: bounds" + left);
  get("right-hint").textContent = right;
  kindOf(report).answer(report);
  show(restart ? 0 : state.step);
}

// A line that cannot be shown: why, and where. The last pair stays, greyed.
function refuse({ kind, what, line, column }) {
  stop();
  const place = line ? `line ${line}, column ${column}: ` : "", box = get("error");
  box.replaceChildren(element("b", {}, kind), ": ", place + what + (state.report ? ". Below is another pair." : "."));
  if (line) {
    const text = get("line").value.split("\n")[line - 1] || "", from = Math.max(0, column - 40);
    const excerpt = [...text].slice(from, column + 30).join("");
    box.append(element("pre", {}, excerpt + "\n" + " ".repeat(Math.max(0, column - 1 - from)) + "^"));
  }
  box.hidden = false;
  get("views").classList.toggle("stale", true);
}

function rebuildSliders() {
  let pair;
  try { pair = JSON.parse(firstLine()); } catch { return; }
  build(get("builder"), pair, (edited, rebuild = false) => {
    get("line").value = JSON.stringify(edited);
    inspect({ refit: rebuild, rebuild, restart: rebuild });
  });
}

const firstLine = () => get("line").value.split("\n").find(line => line.trim()) || "";

function choose(index) {
  const example = all[index];
  if (!example) return;
  stop();
  get("example").value = index;
  get("note").textContent = example.note || "";
  get("line").value = example.line;
  inspect({ refit: true, restart: true, rebuild: true });
}

function fillExamples() {
  const groups = new Map();
  all.forEach((example, i) => {
    if (!groups.has(example.group)) groups.set(example.group, element("optgroup", { label: example.group }));
    groups.get(example.group).append(element("option", { value: i }, (i < 9 ? `${i + 1}. ` : "") + example.title));
  });
  get("example").append(...groups.values());
}

// The fragment of the address: `#line=…&f64&guess&step=3&theme=dark`.
function readFragment() {
  const fragment = new URLSearchParams(location.hash.slice(1));
  for (const id of ["f64", "guess"]) get(id).checked = fragment.has(id) || given[id] === true;
  if (fragment.has("theme")) setTheme(fragment.get("theme"));
  return fragment;
}

const THEMES = ["system", "light", "dark"];
function setTheme(theme) {
  const chosen = THEMES.includes(theme) ? theme : "system";
  if (chosen === "system") delete document.documentElement.dataset.theme; else document.documentElement.dataset.theme = chosen;
  get("theme").textContent = "Theme: " + chosen;
  draw();
}

function listen() {
  get("example").onchange = event => choose(Number(event.target.value));
  for (const id of ["f64", "guess"]) get(id).onchange = () => inspect({ restart: true });
  get("line").oninput = () => inspect({ refit: true, restart: true, rebuild: true });
  get("step").oninput = event => { stop(); show(Number(event.target.value)); };
  const moves = { first: () => 0, previous: () => state.step - 1, next: () => state.step + 1, last: () => Infinity };
  for (const [id, to] of Object.entries(moves)) get(id).onclick = () => { stop(); show(to()); };
  get("play").onclick = play;
  get("fit").onclick = () => { fit(); draw(); };
  get("near").onclick = () => zoom({ left: true });
  get("around").onclick = () => zoom({ right: true });
  get("theme").onclick = () => setTheme(THEMES[(THEMES.findIndex(name => get("theme").textContent.endsWith(name)) + 1) % 3]);
  get("chart").onclick = event => { stop(); show(Math.floor(event.offsetX / event.target.clientWidth * state.steps.length)); };
  get("link").onclick = async () => {
    const fragment = new URLSearchParams({ line: firstLine(), step: state.step });
    for (const id of ["f64", "guess"]) if (get(id).checked) fragment.set(id, "");
    history.replaceState(null, "", "#" + fragment);
    try { await navigator.clipboard.writeText(location.href); get("note").textContent = "The link is copied, and is in the address bar."; }
    catch { get("note").textContent = "The link is in the address bar."; }
  };
  document.addEventListener("keydown", event => {
    const editing = event.target.closest?.("textarea, select, input");
    if (editing || event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = { ArrowLeft: () => show(state.step - 1), ArrowRight: () => show(state.step + 1), Home: () => show(0), End: () => show(Infinity), f: () => { fit(); draw(); }, c: () => zoom({ left: true, right: true }) };
    const turns = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1] };
    if (event.shiftKey && turns[event.key]) { turnBy(...turns[event.key]); draw(); }
    else if (event.key === " " && !event.target.closest?.("button")) play();
    else if (/^[1-9]$/.test(event.key)) choose(Number(event.key) - 1);
    else if (keys[event.key]) { if (event.key.startsWith("Arrow")) stop(); keys[event.key](); }
    else return;
    if (!event.target.closest?.("button")) event.preventDefault();
  });
  new ResizeObserver(() => { if (!state.fitted) fit(); draw(); }).observe(get("views"));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  for (const name of ["left", "right"]) handle(views[name], name === "left");
}

async function start() {
  fillExamples();
  listen();
  const fragment = readFragment();
  try { state.module = await load(); } catch (error) { refuse({ kind: "internal", what: String(error.message || error) }); return; }
  state.waiting = null;
  const line = fragment.get("line");
  if (line) {
    get("line").value = line;
    get("example").selectedIndex = -1;
    await inspect({ refit: true, restart: true, rebuild: true });
  } else choose(Number(fragment.get("example") || 1) - 1);
  await idle();
  if (!state.report) await behind();
  if (fragment.has("step")) show(Number(fragment.get("step")));
  if (fragment.has("selftest")) await selfTest();
  document.documentElement.dataset.ready = "";
}

// The page is never blank: an example is shown below the error of a first line that has no pair.
async function behind() {
  const line = get("line").value, example = all[given.lines.length].line;
  accept(await run(state.module, example, []), { refit: true, restart: true, rebuild: true });
  await inspect({});
  get("line").value = line;
}

// When the program has answered the last request.
async function idle() {
  while (state.busy || state.waiting) await new Promise(done => setTimeout(done, 5));
}

start();
