// The engine as WebAssembly, in a worker, so that the page stays responsive. To cancel questions, the worker is
// terminated and a new one started, which takes a few milliseconds because the module is already compiled.

const decode = async (base64) => {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
};

const text = (id) => document.getElementById(id).textContent;

export class Wasm {
  #module = decode(text("wasm").trim()).then((bytes) => WebAssembly.compile(bytes));
  #url = this.#script();
  #worker = null;
  #waiting = new Map();
  #number = 0;

  async ask(text, signal) {
    const module = await this.#module;
    signal.throwIfAborted();
    this.#worker ??= this.#begin(module);
    const id = ++this.#number;
    // All pending questions are cancelled together.
    signal.addEventListener("abort", () => this.#waiting.has(id) && this.#end(signal.reason));
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, text });
    });
  }

  #script() {
    const url = URL.createObjectURL(new Blob([text("worker")], { type: "text/javascript" }));
    return globalThis.trustedTypes?.createPolicy("ferz", { createScriptURL: (url) => url }).createScriptURL(url) ?? url;
  }

  #begin(module) {
    const worker = new Worker(this.#url);
    worker.onmessage = ({ data }) => this.#answered(data);
    worker.onerror = (event) => this.#end(new Error(event.message));
    worker.postMessage({ module });
    return worker;
  }

  #answered({ id, answer, broken }) {
    if (broken) {
      // The engine's memory is in an undefined state, so the next question gets a new instance.
      this.#end(new Error(broken));
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.resolve(answer);
  }

  #end(error) {
    this.#worker?.terminate();
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(error);
  }
}
