// Runs MiniZinc's compiler from the npm package `minizinc` (WebAssembly, made for browsers) on the command line of
// Node.
//
//     node mzn.cjs PACKAGE LIBRARY
//
// PACKAGE is the unpacked package, LIBRARY the folder of a solver's .mzn files. Each line of standard input is a job,
// {"model": text, "data": text, "form": "FZN" or "JSON", "out": path, "flags": [...]}, answered by a line {"code": 0,
// "said": ""}. The first line of output is the version.

"use strict";
const fs = require("node:fs");
const path = require("node:path");
const readline = require("node:readline");

const [, , pack, library] = process.argv;
const dist = path.join(path.resolve(pack), "dist", "");
const worker = path.join(dist, "minizinc-worker.js");

// The worker communicates with its page by messages: this is the page.
let deliver = () => {};
let listener = null;
globalThis.addEventListener = (kind, f) => { if (kind === "message") listener = f; };
globalThis.postMessage = (message) => deliver(message);
Object.assign(globalThis, { require, __dirname: dist, __filename: worker });
(0, eval)(fs.readFileSync(worker, "utf8"));

const ask = (data, last) => new Promise((done) => {
  let said = "";
  deliver = (message) => {
    if (message.type === last) done({ ...message, said: said + (message.stdout || "") + (message.stderr || "") });
    else said += JSON.stringify(message);
  };
  listener({ data });
});

const shared = {};
for (const name of fs.readdirSync(library, { recursive: true })) {
  if (name.endsWith(".mzn")) shared[`ferz/${name}`] = fs.readFileSync(path.join(library, name), "utf8");
}

async function main() {
  await ask({ wasmURL: path.join(dist, "minizinc.wasm"), dataURL: path.join(dist, "minizinc.data") }, "ready");
  const { said } = await ask({ args: ["--version"], files: {} }, "exit");
  console.log(JSON.stringify({ version: said.split("\n")[0] }));
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const { model, data, form, out, flags } = JSON.parse(line);
    const configuration = {
      id: "org.ferz.ferz", name: "Ferz", version: "0.1.0", executable: "fzn-ferz", inputType: form, mznlib: "./ferz",
      tags: ["cp", "int"], stdFlags: ["-a", "-n"],
    };
    const files = { ...shared, "ferz.msc": JSON.stringify(configuration), "model.mzn": model };
    if (data) files["data.dzn"] = data;
    const args = ["--solver", "ferz.msc", "-c", ...(flags || []), "model.mzn", ...(data ? ["data.dzn"] : []), "--fzn", "out"];
    const answer = await ask({ args, files, outputFiles: ["out"] }, "exit");
    const flat = answer.outputFiles && answer.outputFiles.out;
    if (flat) fs.writeFileSync(out, flat);
    console.log(JSON.stringify({ code: flat ? answer.code : 1, said: answer.said }));
  }
  process.exit(0);
}
main();
