// White space in a row is shown as one space, and what ends with it as without.
const shown = (text: string) => text.normalize().trim().replace(/\s+/gu, " ");

/** Whether two texts look the same on a page: what a person types as they read it is meant. */
export const readsAlike = (one: string, other: string): boolean => shown(one) === shown(other);
