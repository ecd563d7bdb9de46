// The engine in the program that serves this page. It abandons a question when the connection is closed.

export class Program {
  async ask(text, signal) {
    const headers = { "Content-Type": "application/json" };
    const response = await fetch("ask", { method: "POST", headers, body: text, signal }).catch((error) => {
      throw signal.aborted ? error : new Error("The program behind this page has ended: restart it with ferz play");
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(answer);
    return answer;
  }
}
