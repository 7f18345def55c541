// A thread of the engine (src/services/engine/threads.rs): the engine build once more, on the memory that all its threads share. It
// takes tasks of searches from that memory and waits for them there: nothing is posted to it again.

self.onmessage = ({ data: { module, memory, block, bytes } }) => {
  let [has_run, said] = [false, ''];
  try {
    const uci = Object.fromEntries(WebAssembly.Module.imports(module).map(({ name }) => [name, () => 0]));
    // What a thread prints is why it fails. Text is not decoded from memory that is shared.
    uci.print = (pointer, length) => {
      said = new TextDecoder().decode(new Uint8Array(memory.buffer, pointer >>> 0, length >>> 0).slice());
    };
    const { exports } = new WebAssembly.Instance(module, { env: { memory }, uci });
    exports.__stack_pointer.value = block + bytes;
    exports.__wasm_init_tls(block);
    has_run = true;
    exports.thread();
    throw new Error('it ended');
  } catch (error) {
    postMessage({ has_run, reason: [String(error), said.replace(/^info string /, '')].filter(Boolean).join(', ') });
  }
};
