// Order matters: most browsers also call themselves one of those below them.
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

/** What people call the browser of a `User-Agent`, as in "Firefox on Linux"; one nobody knows is "A browser". */
export function browserName(agent: string): string {
  const name = (list: readonly (readonly [string, RegExp])[]) =>
    list.find(([, pattern]) => pattern.test(agent))?.[0];
  const system = name(SYSTEMS);
  return (name(BROWSERS) ?? "A browser") + (system === undefined ? "" : ` on ${system}`);
}
