// Pointers on a canvas: a shape is moved, the view is turned or moved, two fingers zoom.

function handle(view, shapes) {
  const pointers = new Map(), canvas = view.canvas;
  let grabbed = null;
  canvas.onpointerdown = event => {
    canvas.setPointerCapture?.(event.pointerId);
    pointers.set(event.pointerId, [event.offsetX, event.offsetY]);
    grabbed = shapes && pointers.size === 1 ? shapeAt(view, event.offsetX, event.offsetY) : null;
    canvas.style.cursor = "grabbing";
  };
  canvas.onpointermove = event => {
    const from = pointers.get(event.pointerId);
    if (!from) { canvas.style.cursor = shapes && shapeAt(view, event.offsetX, event.offsetY) ? "move" : "grab"; return; }
    const to = [event.offsetX, event.offsetY], [dx, dy] = sub(to, from);
    const other = [...pointers].find(([id]) => id !== event.pointerId);
    if (other) view.scale *= length(sub(to, other[1])) / (length(sub(from, other[1])) || 1);
    else if (grabbed) moveShape(grabbed, view.motion(dx, dy));
    else if (view.dim === 3) turnBy(-dx * 0.01, dy * 0.01);
    else view.middle = sub(view.middle, view.motion(dx, dy));
    pointers.set(event.pointerId, to);
    draw();
  };
  canvas.onpointerup = canvas.onpointercancel = event => {
    pointers.delete(event.pointerId);
    if (grabbed) rebuildSliders();
    grabbed = null;
    canvas.style.cursor = "grab";
  };
  canvas.addEventListener("wheel", event => {
    // The wheel scrolls the page, unless the picture is what the user works in.
    if (!event.ctrlKey && document.activeElement !== canvas) return;
    event.preventDefault();
    view.scale *= Math.exp(-event.deltaY * 0.0015);
    draw();
  }, { passive: false });
  canvas.ondblclick = () => { fit(); draw(); };
}

// The shape under a place on the screen: its outline as it is drawn. B is drawn above A.
function shapeAt(view, x, y) {
  if (!state.report) return null;
  const outlines = kindOf(state.report).sets(state.report, state.steps, state.step);
  const covers = outline => outline.faces.some(face => {
    const loop = face.map(p => view.at(outline.points[p]));
    if (loop.length < 3) return fromSegment([x, y], loop[0], loop.at(-1)) < 10;
    return loop.reduce((inside, [x1, y1], i) => {
      const [x2, y2] = loop[(i + 1) % loop.length];
      return (y1 > y) !== (y2 > y) && x < x1 + (x2 - x1) * (y - y1) / (y2 - y1) ? !inside : inside;
    }, false);
  });
  return covers(outlines[1]) ? "b" : covers(outlines[0]) ? "a" : null;
}

// How far a point is from a segment.
function fromSegment(point, from, to) {
  const along = sub(to, from), part = dot(sub(point, from), along) / (dot(along, along) || 1);
  return length(sub(point, add(from, times(along, Math.max(0, Math.min(1, part))))));
}

function moveShape(name, motion) {
  let pair;
  try { pair = JSON.parse(firstLine()); } catch { return; }
  if (name === "b" && pair.query === "ray_cast") {
    pair.origin = pair.origin.map((x, i) => x + motion[i]);
    get("line").value = JSON.stringify(pair);
    return inspect({});
  }
  const pose = pair["pose_" + name] || {}, t = pose.t || Array(pair.dim).fill(0);
  pair["pose_" + name] = { ...pose, t: t.map((x, i) => x + motion[i]) };
  get("line").value = JSON.stringify(pair);
  inspect({});
}

