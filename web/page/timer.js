// Measures the time spent on a game. The timer stops while the page is hidden.

import { h } from "./dom.js";

/** Formats seconds as minutes and seconds (`4:07`) or with hours (`1:02:03`). */
export const duration = (seconds) => {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
};

export class Timer {
  /** `paused` is called whenever the timer stops. */
  constructor(seconds, paused) {
    this.before = Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
    this.since = null;
    this.paused = paused;
    this.element = h("span", { class: "time", role: "timer", "aria-label": "time" });
    this.draw();
  }

  get seconds() {
    return this.before + (this.since === null ? 0 : (performance.now() - this.since) / 1000);
  }

  draw() {
    this.element.textContent = duration(this.seconds);
  }

  start() {
    this.tick = setInterval(() => this.update(), 250);
    this.hide = () => this.update();
    document.addEventListener("visibilitychange", this.hide);
    addEventListener("pagehide", this.hide);
    this.update();
  }

  /** Runs while the page is visible, otherwise pauses; ends when the game is no longer shown. */
  update() {
    const runs = !document.hidden;
    if (runs && this.since === null) this.since = performance.now();
    else if (!runs) this.pause();
    if (!this.element.isConnected && this.wasConnected) this.stop();
    this.wasConnected ||= this.element.isConnected;
    this.draw();
  }

  pause() {
    if (this.since === null) return;
    this.before = this.seconds;
    this.since = null;
    this.paused();
  }

  stop() {
    clearInterval(this.tick);
    document.removeEventListener("visibilitychange", this.hide);
    removeEventListener("pagehide", this.hide);
    this.pause();
    this.draw();
  }
}
