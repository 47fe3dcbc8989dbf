const CHANGES_PER_POINT = 16;
// Every name of a path is looked up, which only counts for paths that are far deeper than others.
const USUAL_NAMES = 32;
const NAMES_PER_POINT = 100;

/** How many points a batch counts besides its own (spec 1.14). */
export function pointsOfBatch(changes: readonly { path: string }[]): number {
  const deep = changes.reduce((sum, { path }) => sum + Math.max(0, namesIn(path) - USUAL_NAMES), 0);
  return Math.floor(changes.length / CHANGES_PER_POINT) + Math.floor(deep / NAMES_PER_POINT);
}

const namesIn = (path: string) => path.split("/").length - 1;
