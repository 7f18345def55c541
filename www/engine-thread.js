// An engine thread (src/services/engine/threads.rs): another instance of the engine build on the memory shared by all threads. It waits in
// that memory for search tasks; no further messages are posted to it.

self.onmessage = ({ data: { module, memory, block, bytes } }) => {
  let [has_run, said] = [false, ''];
  try {
    const uci = Object.fromEntries(WebAssembly.Module.imports(module).map(({ name }) => [name, () => 0]));
    // A thread prints only why it failed. TextDecoder doesn't accept shared memory, hence the copy.
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
