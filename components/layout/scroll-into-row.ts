/** Scrolls the current link into view, in a row that is wider than the screen. */
export const scrollIntoRow = (link: Element | null): void =>
  link?.scrollIntoView({ block: "nearest", inline: "nearest" });
