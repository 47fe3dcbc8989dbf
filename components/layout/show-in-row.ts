/** Scrolls the place one is at into sight, in a row of places that is wider than a phone. */
export const showInRow = (place: Element | null): void =>
  place?.scrollIntoView({ block: "nearest", inline: "nearest" });
