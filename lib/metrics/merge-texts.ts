/**
 * One text of the metrics of several processes: Prometheus wants the samples of a metric together, below one
 * description. @param texts as `Metrics.text` returns them, each with a `process` label of its own
 */
export function mergeTexts(texts: readonly string[]): string {
  const metrics = new Map<string, string[]>();
  for (const block of texts.flatMap((text) => text.trim().split("\n\n"))) {
    const [help = "", type = "", ...samples] = block.split("\n");
    const name = help.split(" ")[2] ?? "";
    const known = metrics.get(name);
    if (known === undefined) metrics.set(name, [help, type, ...samples]);
    else known.push(...samples);
  }
  return `${[...metrics.values()].map((lines) => lines.join("\n")).join("\n\n")}\n`;
}
