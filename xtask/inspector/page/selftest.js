// `#selftest`: a path of clicks and keys through the page, for a browser without a screen. The
// findings are written to the page, one per line, and `data-result` is `ok` or `failed`.

async function selfTest() {
  const findings = [];
  const check = (name, passed, seen = "") => findings.push(`${passed ? "ok    " : "FAILED"} ${name}${passed ? "" : ": " + seen}`);
  const key = name => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
  const type = async text => { get("line").value = text; get("line").dispatchEvent(new Event("input")); await idle(); };
  const inked = id => {
    const canvas = get(id), { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let drawn = 0;
    for (let i = 3; i < data.length; i += 4) drawn += data[i] > 0;
    return drawn / (canvas.width * canvas.height);
  };

  for (let i = 0; i < all.length; i++) {
    const select = get("example");
    select.value = i;
    select.dispatchEvent(new Event("change"));
    await idle();
    const name = `example ${i + 1}, ${all[i].title}`;
    check(`${name}: answered`, get("error").hidden && get("verdict").textContent !== "", get("error").textContent);
    check(`${name}: drawn`, inked("left") > 0.01 && inked("right") > 0.002, `${inked("left")} ${inked("right")}`);
    get("last").click();
    const search = state.report.search, { answer } = state.report;
    if (state.report.kind === "pair" && search && search.gjk.outcome === "apart" && answer.distance !== null) {
      const last = search.gjk.steps.at(-1), [low, high] = [last.lower - search.radii, last.upper - search.radii];
      const slack = 1e-6 * search.size;
      check(`${name}: the search agrees with the query`, low <= answer.upper + slack && answer.lower <= high + slack, `${low} ${high} ${answer.distance}`);
    }
    check(`${name}: the last step`, state.step === Math.max(0, state.steps.length - 1), String(state.step));
  }

  key("1");
  await idle();
  check("key 1 chooses the first example", get("example").value === "0" && state.step === 0, get("example").value);
  key("ArrowRight");
  check("right steps", state.step === 1, String(state.step));
  key("ArrowLeft");
  check("left steps back", state.step === 0, String(state.step));
  key(" ");
  check("space plays", state.playing !== 0, "");
  key(" ");
  check("space pauses", state.playing === 0, "");

  await type('{"id": "cut", "dim": 2, "query": "con');
  check("a cut line: line and column", /line 1, column 3\d/.test(get("error").textContent) && !get("error").hidden, get("error").textContent);
  check("a cut line: the last pair stays", inked("left") > 0.01, "");
  await type('{"id": "nan", "dim": 2, "query": "contact", "a": {"type": "circle", "radius": NaN}, "b": {"type": "circle", "radius": 1}}');
  check("NaN: refused with its column", /column 7\d/.test(get("error").textContent), get("error").textContent);
  await type('{"id":"negative","dim":3,"query":"contact","a":{"type":"sphere","radius":-1},"b":{"type":"sphere","radius":1}}');
  check("a negative radius: named", /shape a: radius is negative/.test(get("error").textContent), get("error").textContent);
  await type('{"id":"unknown","dim":2,"query":"shadow_cast","a":{"type":"circle","radius":1},"b":{"type":"circle","radius":1}}');
  check("an unknown query: said plainly", /query `shadow_cast`/.test(get("error").textContent), get("error").textContent);
  await type("");
  check("an empty line: said", /no line/.test(get("error").textContent), get("error").textContent);

  await type('{"id":"drag","dim":2,"query":"contact","a":{"type":"box","half":[1,1]},"b":{"type":"box","half":[1,1]},"pose_b":{"t":[3,0]}}');
  check("a good line clears the error", get("error").hidden && Math.abs(state.report.answer.distance - 1) < 1e-6, String(state.report.answer.distance));
  const canvas = get("left"), [x, y] = views.left.at([3, 0]), away = 0.5 * views.left.scale;
  const pointer = (kind, at) => {
    const box = canvas.getBoundingClientRect();
    canvas.dispatchEvent(new PointerEvent(kind, { pointerId: 1, clientX: box.left + at[0], clientY: box.top + at[1], bubbles: true }));
  };
  canvas.setPointerCapture = () => {};
  pointer("pointerdown", [x, y]);
  pointer("pointermove", [x - away, y]);
  await idle();
  pointer("pointerup", [x - away, y]);
  check("dragging B moves it", Math.abs(state.report.answer.distance - 0.5) < 0.02, String(state.report.answer.distance));
  const slider = document.querySelector('input[aria-label="B: x"]');
  slider.value = 1.5;
  slider.dispatchEvent(new Event("input"));
  await idle();
  check("a slider moves B", Math.abs(state.report.answer.distance + 0.5) < 1e-6, String(state.report.answer.distance));

  const scale = views.left.scale;
  key("c");
  check("key c zooms in on the contact", views.left.scale > scale, `${views.left.scale} ${scale}`);
  key("f");
  check("key f shows all", Math.abs(views.left.scale - scale) < 0.5 * scale, `${views.left.scale} ${scale}`);
  const theme = document.documentElement.dataset.theme || "system";
  for (const expected of ["light", "dark", "system"]) {
    get("theme").click();
    check(`the theme is ${expected}`, (document.documentElement.dataset.theme || "system") === expected, theme);
  }
  await testKinds({ check, type, pointer, key });
  await type('{"id":"boxes","dim":3,"query":"contact","a":{"type":"box","half":[1,1,1]},"b":{"type":"box","half":[1,1,1]},"pose_b":{"t":[3,0.2,0.1]}}');
  get("guess").click();
  await idle();
  check("the guess can be chosen", state.report.search.gjk.guess_calls > 0, JSON.stringify(state.report.search.gjk));
  get("guess").click();
  await idle();

  const unnamed = [...document.querySelectorAll("button, input, select, textarea, canvas")]
    .filter(node => !(node.getAttribute("aria-label") || node.textContent.trim() || node.labels?.length));
  check("every control has a name", unnamed.length === 0, unnamed.map(node => node.outerHTML).join(" "));
  const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  check("nothing is wider than the page", over <= 0, `${over} pixels`);

  const failed = findings.filter(line => line.startsWith("FAILED")).length;
  const box = get("selftest");
  box.textContent = findings.join("\n") + `\n${findings.length} checks, ${failed} failed`;
  box.hidden = false;
  box.dataset.result = failed ? "failed" : "ok";
}

