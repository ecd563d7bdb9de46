"use strict";
/* Bookmarks with notes. They are part of the address, so they can be shared. */

class Marks {
  constructor(view) {
    this.view = view;
    /** The notes by event. */
    this.notes = new Map();
    this.node = el("ul", { class: "places", "aria-label": "Marks" });
  }

  /** Bookmarks the event, or removes its bookmark. */
  toggle() {
    const { event } = this.view, isNew = !this.notes.delete(event);
    if (isNew) this.notes.set(event, "");
    this.draw();
    if (isNew) this.node.querySelector(`[data-event="${event}"] input`).focus();
    this.view.page.remember();
  }

  draw() {
    const events = [...this.notes.keys()].sort((a, b) => a - b);
    this.node.replaceChildren(...events.map((event) => this.place(event)));
  }

  place(event) {
    const { view } = this, name = `event ${grouped(event)}`;
    const note = el("input", {
      type: "text", value: this.notes.get(event), placeholder: "note", "aria-label": `Note at ${name}`, maxlength: 200,
      oninput: () => { this.notes.set(event, note.value); view.page.remember(); },
      onkeydown: (e) => { if (e.key === "Enter" || e.key === "Escape") note.blur(); },
    });
    const remove = () => { this.notes.delete(event); this.draw(); view.page.remember(); };
    return el("li", { "data-event": event },
      el("button", { class: "link", onclick: () => view.go(event) }, name), note,
      el("button", { class: "quiet", title: `Remove the mark at ${name}`, "aria-label": `Remove the mark at ${name}`, onclick: remove }, "×"));
  }

  /** Returns the bookmarks as address parameters. */
  parameters() { return [...this.notes].map(([event, note]) => `mark=${event}:${encodeURIComponent(note)}`); }

  /** Restores the bookmarks from an address. */
  recall(places) {
    for (const place of places) {
      const [, event, note] = /^(\d+):(.*)$/s.exec(place) ?? [];
      if (event !== undefined && Number(event) < this.view.run.count) this.notes.set(Number(event), note.slice(0, 200));
    }
    this.draw();
  }
}
