// Runs perft of the .wasm file of this folder's crate: node perft.mjs FILE EXPORT
// Each line of input, "DEPTH FEN", is answered by the number of leaves. Started by `cargo bench -p tabia-chess`.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [file, name] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(file), {});
const { memory, fen_buffer: fenBuffer, prepare, [name]: perft } = instance.exports;
if (name === "tabia") {
  const before = process.cpuUsage();
  prepare();
  const { user, system } = process.cpuUsage(before);
  console.log(`ready ${(user + system) / 1000}`);
} else {
  console.log("ready");
}

for await (const line of createInterface({ input: process.stdin })) {
  const [depth, fen] = line.split(/ (.*)/);
  const bytes = new TextEncoder().encode(fen);
  // The address first: making room may have moved the memory.
  const address = fenBuffer(bytes.length);
  new Uint8Array(memory.buffer, address, bytes.length).set(bytes);
  console.log(String(perft(Number(depth))));
}
