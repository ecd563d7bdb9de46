// Sends questions to the engine as JSON and returns its JSON answers. A page served by `ferz play` asks that program;
// the single-file page contains the engine as WebAssembly.

import { Program } from "./program.js";
import { Wasm } from "./wasm.js";

/** The error for a cancelled question. */
export class Cancelled extends Error {}

const transport = document.getElementById("wasm") ? new Wasm() : new Program();

class Engine {
  #given = new AbortController();

  /** Resolves to the answer; rejects with the engine's error if it fails. */
  async ask(question) {
    const { signal } = this.#given;
    try {
      return JSON.parse(await transport.ask(JSON.stringify(question), signal));
    } catch (error) {
      throw signal.aborted ? new Cancelled("cancelled") : error;
    }
  }

  /** Cancels the current questions. */
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

/** The kinds of puzzles. */
export const askCatalogue = async () => {
  const { catalogue } = await engine.ask({ catalogue: {} });
  return catalogue;
};
