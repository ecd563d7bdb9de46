// Asks the engine: a text of JSON goes there, another one comes back. Where the engine is, two transports know: in a page that
// `ferz play` serves it is that program, in a page that is one file it is WebAssembly inside of it.

import { Program } from "./program.js";
import { Wasm } from "./wasm.js";

/** The question was given up. */
export class Cancelled extends Error {}

const transport = document.getElementById("wasm") ? new Wasm() : new Program();

class Engine {
  #given = new AbortController();

  /** Resolves to the answer; an engine that breaks down rejects with its error. */
  async ask(question) {
    const { signal } = this.#given;
    try {
      return JSON.parse(await transport.ask(JSON.stringify(question), signal));
    } catch (error) {
      throw signal.aborted ? new Cancelled("cancelled") : error;
    }
  }

  /** Gives up whatever is asked now. */
  cancel() {
    this.#given.abort();
    this.#given = new AbortController();
  }
}

export const engine = new Engine();

/** Asks about a puzzle. */
export const askPuzzle = async (puzzle, text, state, ask) => {
  const { puzzle: answer, error } = await engine.ask({ puzzle: { puzzle, text, state, ask } });
  if (error) throw new Error(error);
  return answer;
};
