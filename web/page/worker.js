// The engine in a worker: receives compiled WebAssembly and questions, and posts answers.

let engine;

const start = async (module) => {
  engine = (await WebAssembly.instantiate(module, {})).exports;
};

/** Passes a question to the engine and reads its answer. */
const ask = (text) => {
  const question = new TextEncoder().encode(text);
  const at = engine.question(question.length);
  new Uint8Array(engine.memory.buffer, at, question.length).set(question);
  const length = engine.answer();
  return new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.text(), length));
};

let ready;
onmessage = async ({ data }) => {
  if (data.module) {
    ready = start(data.module);
    return;
  }
  try {
    await ready;
    postMessage({ id: data.id, answer: ask(data.text) });
  } catch (error) {
    postMessage({ id: data.id, broken: String(error) });
  }
};
