// Order matters: most user agents also name one of the browsers below theirs.
const BROWSERS = [
  ["Edge", /Edg\//],
  ["Opera", /OPR\//],
  ["Firefox", /Firefox\//],
  ["Chrome", /Chrome\//],
  ["Safari", /Safari\//],
] as const;
const SYSTEMS = [
  ["iOS", /iPhone|iPad/],
  ["Android", /Android/],
  ["Windows", /Windows/],
  ["macOS", /Macintosh/],
  ["Linux", /Linux/],
] as const;

/** The browser of a `User-Agent`, as in "Firefox on Linux"; an unknown one is "Unknown browser". */
export function browserName(agent: string): string {
  const find = (list: readonly (readonly [string, RegExp])[]) =>
    list.find(([, pattern]) => pattern.test(agent))?.[0];
  const system = find(SYSTEMS);
  return (find(BROWSERS) ?? "Unknown browser") + (system === undefined ? "" : ` on ${system}`);
}
