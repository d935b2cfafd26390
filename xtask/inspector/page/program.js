// The program: clinch compiled for WASI, compressed, seven bits to a character. It is compiled once
// and instantiated per query: standard input is the line, standard output the report.

async function load() {
  const text = document.getElementById("program").textContent;
  const bytes = new Uint8Array(Math.floor(text.length * 7 / 8));
  let bits = 0, have = 0, at = 0;
  for (let i = 0; i < text.length && at < bytes.length; i++) {
    // Characters that HTML would change are written 256 higher.
    bits = bits << 7 | text.charCodeAt(i) & 127;
    have += 7;
    if (have >= 8) { have -= 8; bytes[at++] = bits >> have; bits &= (1 << have) - 1; }
  }
  const program = unpackLzma(bytes);
  // At once, where the browser allows it: then a screenshot of the loaded page shows an answer.
  try { return new WebAssembly.Module(program); } catch { return WebAssembly.compile(program); }
}

function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => { all.set(part, at); return at + part.length; }, 0);
  return all;
}

// The seven imports that the program has of WASI.
async function run(module, line, options) {
  const encoder = new TextEncoder(), input = encoder.encode(line);
  const parts = ["inspector", ...options].map(option => encoder.encode(option + "\0"));
  const output = [];
  let at = 0, memory;
  const view = () => new DataView(memory.buffer);
  const vectors = function* (list, count) {
    for (let i = 0; i < count; i++) yield [view().getUint32(list + 8 * i, true), view().getUint32(list + 8 * i + 4, true)];
  };
  const sizes = (count, bytes) => (counts, lengths) => {
    view().setUint32(counts, count, true);
    view().setUint32(lengths, bytes, true);
    return 0;
  };
  const wasi = {
    args_sizes_get: sizes(parts.length, parts.reduce((sum, part) => sum + part.length, 0)),
    args_get(pointers, buffer) {
      for (const part of parts) {
        view().setUint32(pointers, buffer, true);
        new Uint8Array(memory.buffer).set(part, buffer);
        pointers += 4;
        buffer += part.length;
      }
      return 0;
    },
    environ_sizes_get: sizes(0, 0),
    environ_get: () => 0,
    fd_read(_, list, count, read) {
      let total = 0;
      for (const [pointer, length] of vectors(list, count)) {
        const part = input.subarray(at, at + length);
        new Uint8Array(memory.buffer).set(part, pointer);
        at += part.length;
        total += part.length;
      }
      view().setUint32(read, total, true);
      return 0;
    },
    fd_write(_, list, count, written) {
      let total = 0;
      for (const [pointer, length] of vectors(list, count)) {
        output.push(new Uint8Array(memory.buffer, pointer, length).slice());
        total += length;
      }
      view().setUint32(written, total, true);
      return 0;
    },
    proc_exit(code) { throw new Error("the program ended with code " + code); },
  };
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi });
  memory = instance.exports.memory;
  instance.exports._start();
  return JSON.parse(new TextDecoder().decode(joined(output)));
}

