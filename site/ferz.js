// What mdBook's pages lack for readers who use a keyboard or a screen reader.
for (const wide of document.querySelectorAll("pre > code, .table-wrapper")) wide.tabIndex = 0;
document.getElementById("mdbook-menu-bar")?.setAttribute("role", "banner");
// The switch of the contents is a label: a button can be reached by keyboard, and may say whether it is expanded.
const label = document.getElementById("mdbook-sidebar-toggle");
const anchor = document.getElementById("mdbook-sidebar-toggle-anchor");
if (label && anchor) {
    const button = document.createElement("button");
    button.type = "button";
    for (const { name, value } of label.attributes) if (name !== "for") button.setAttribute(name, value);
    button.append(...label.childNodes);
    const say = () => button.setAttribute("aria-expanded", anchor.checked);
    button.addEventListener("click", () => anchor.click());
    anchor.addEventListener("change", say);
    label.replaceWith(button);
    say();
}
