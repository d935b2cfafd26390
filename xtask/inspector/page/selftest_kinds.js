// The part of the self-test about casts and composite shapes.

async function testKinds({ check, type, pointer, key }) {
  const step = (name, pattern) => check(name, pattern.test(get("said").textContent), get("said").textContent);
  await type('{"id":"cast","dim":2,"query":"shape_cast","a":{"type":"box","half":[1,1]},"b":{"type":"circle","radius":0.5},"pose_b":{"t":[4.5,0]},"vel_b":[-2,0]}');
  check("a cast: its time", get("error").hidden && state.report.line.toi === 1.5, JSON.stringify(state.report.line));
  step("a cast: the start", /^Time 0/);
  key("End");
  step("a cast: the impact", /^Time of impact 1\.5/);
  check("a cast: the answer", /time of impact1\.5/.test(get("answer").textContent), get("answer").textContent);
  const times = state.steps.map(({ time }) => time);
  check("a cast: the bounds of the time rise", times.every((time, i) => i === 0 || time >= times[i - 1]), times.join(" "));
  check("a cast: B touches A there", Math.abs(state.steps.at(-1).distance) < 1e-6, String(state.steps.at(-1).distance));
  key("Home");
  const from = views.left.at([4.5, 0]), to = views.left.at([5.5, 0]);
  pointer("pointerdown", from);
  pointer("pointermove", to);
  await idle();
  pointer("pointerup", to);
  check("dragging B makes the cast longer", Math.abs(state.report.line.toi - 2) < 0.05, String(state.report.line.toi));
  const slider = document.querySelector('input[aria-label="B: velocity x"]');
  slider.value = -4;
  slider.dispatchEvent(new Event("input"));
  await idle();
  check("a slider makes B faster", Math.abs(state.report.line.toi - 1) < 0.05, String(state.report.line.toi));

  await type('{"id":"ray","dim":3,"query":"ray_cast","a":{"type":"sphere","radius":1},"origin":[0,0,-5],"dir":[0,0,2],"max_toi":3}');
  check("a ray: its time", get("error").hidden && state.report.line.toi === 2, JSON.stringify(state.report.line));
  await type('{"id":"short","dim":3,"query":"ray_cast","a":{"type":"sphere","radius":1},"origin":[0,0,-5],"dir":[0,0,2],"max_toi":1}');
  check("a ray that ends before: a miss", /do not meet up to time 1/.test(get("verdict").textContent), get("verdict").textContent);

  await type('{"id":"edge","dim":3,"query":"contact","prediction":0.1,"a":{"type":"trimesh","vertices":[[-1,0,-1],[1,0,-1],[1,0,1],[-1,0,1]],"indices":[[0,2,1],[0,3,2]]},"b":{"type":"sphere","radius":0.4},"pose_b":{"t":[0.2,0.35,0]}}');
  check("a mesh: answered", get("error").hidden && Math.abs(state.report.line.depth - 0.05) < 1e-6, get("error").textContent);
  step("a mesh: how many contacts are kept", /^2 parts have a contact .* 1 is kept/);
  key("ArrowRight");
  step("a mesh: the contact that is kept", /triangle 0 of A overlaps .* kept/);
  key("ArrowRight");
  step("a mesh: the contact that is dropped, and why", /triangle 1 of A .* dropped: outside of the cone: .* triangle 0 of A shares it/);
  check("a mesh: the table has both", get("record").querySelectorAll("tbody tr").length === 2, get("record").textContent);
  await type('{"id":"falls","dim":3,"query":"shape_cast","a":{"type":"voxels","size":[1,1,1],"cells":[[0,0,0],[1,0,0],[1,1,0]]},"b":{"type":"box","half":[0.25,0.25,0.25]},"pose_b":{"t":[1.5,5.25,0.5]},"vel_b":[0,-2,0]}');
  check("a composite cast: its time and part", state.report.line.toi === 1.5 && /cell 2/.test(get("answer").textContent), get("answer").textContent);
  await type('{"id":"cut mesh","dim":3,"query":"contact","a":{"type":"trimesh","vertices":[[0,0,0],[1,0,0],[0,1,0]],"indices":[[0,1,9]]},"b":{"type":"point"}}');
  check("a mesh with a wrong corner: named", /triangle 0 has vertex 9/.test(get("error").textContent), get("error").textContent);
}
