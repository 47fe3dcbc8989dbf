/** Writes a progress line to standard output. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A terminal that was closed, a reader that left or a full disk behind the output ends nothing. */
export function surviveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}

/**
 * Runs a start-up step and prints its result and duration. `describe` returns the line, or `undefined`
 * to print nothing.
 */
export async function step<Result>(
  run: () => Result | Promise<Result>,
  describe: (result: Result) => string | undefined,
): Promise<Result> {
  const begun = performance.now();
  const result = await run();
  const line = describe(result);
  if (line !== undefined) say(`✓ ${line} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
  return result;
}
