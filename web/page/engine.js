// Asks the engine. It runs in a worker, so that the page never waits for it; to cancel a question, the worker is ended
// and another one begun, which takes a few milliseconds since the module is compiled already.

/** The question was given up. */
export class Cancelled extends Error {}

const policy = globalThis.trustedTypes?.createPolicy("ferz", { createScriptURL: (url) => url });
const trusted = (url) => policy?.createScriptURL(url) ?? url;

const decode = async (base64) => {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
};

const compile = async () => WebAssembly.compile(await decode(document.getElementById("wasm").textContent.trim()));

const script = () => {
  const text = document.getElementById("worker").textContent;
  return URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
};

class Engine {
  #module = compile();
  #url = script();
  #worker = null;
  #waiting = new Map();
  #number = 0;

  /** Resolves to the answer; an engine that breaks down answers with its error. */
  async ask(question) {
    const id = ++this.#number;
    const promise = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    const module = await this.#module;
    if (this.#waiting.has(id)) {
      this.#worker ??= this.#begin(module);
      this.#worker.postMessage({ id, text: JSON.stringify(question) });
    }
    return promise;
  }

  /** Gives up whatever is asked now. */
  cancel() {
    this.#end(new Cancelled("cancelled"));
  }

  get busy() {
    return this.#waiting.size > 0;
  }

  #begin(module) {
    const worker = new Worker(trusted(this.#url));
    worker.onmessage = ({ data }) => this.#answered(data);
    worker.onerror = (event) => this.#end(new Error(event.message));
    worker.postMessage({ module });
    return worker;
  }

  #answered({ id, answer, broken }) {
    if (broken) {
      // Its memory is in no known state: the next question gets another one.
      this.#end(new Error(broken));
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.resolve(JSON.parse(answer));
  }

  #end(error) {
    this.#worker?.terminate();
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(error);
  }
}

export const engine = new Engine();

/** Asks about a puzzle. */
export const askPuzzle = async (puzzle, text, state, ask) => {
  const { puzzle: answer, error } = await engine.ask({ puzzle: { puzzle, text, state, ask } });
  if (error) throw new Error(error);
  return answer;
};
