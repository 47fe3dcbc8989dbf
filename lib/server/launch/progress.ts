/** Writes one line of progress on standard output. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * Runs one step of the start and then says what came of it and how long it took. `describe` makes the line
 * from the result; `undefined` keeps silent, for a step that had nothing to do.
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
