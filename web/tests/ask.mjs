// Answers questions with the engine built by web/build: a line of input gives a line of output.
// node ask.mjs ENGINE.wasm <questions

import { readFile } from "node:fs/promises";

const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2]));
const engine = instance.exports;

const ask = (text) => {
  const question = new TextEncoder().encode(text);
  // The memory may grow to make room for the question.
  const at = engine.question(question.length);
  new Uint8Array(engine.memory.buffer, at, question.length).set(question);
  const length = engine.answer();
  return new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.text(), length));
};

const questions = (await readFile("/dev/stdin", "utf8")).split("\n").filter((line) => line !== "");
process.stdout.write(questions.map((question) => `${ask(question)}\n`).join(""));
