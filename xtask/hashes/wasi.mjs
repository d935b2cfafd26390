// Runs a program built for wasm32-wasip1 under node: `node --no-warnings wasi.mjs PROGRAM [ARGUMENT]…`.
// The program gets its arguments and the standard streams, and no files.
import { readFile } from "node:fs/promises";
import { argv, exit } from "node:process";
import { WASI } from "node:wasi";

const program = argv[2];
const wasi = new WASI({ version: "preview1", args: argv.slice(2), returnOnExit: true });
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
exit(wasi.start(instance));
