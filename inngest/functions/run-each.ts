type Parts = Record<string, () => Promise<unknown>>;

/**
 * Runs the parts of a timer one after the other, each whether or not those before it failed: what one cannot delete must
 * not keep the rest for ever.
 * @throws an error that names the failed ones, after all of them, so that the engine reports the run
 */
export async function runEach(parts: Parts): Promise<Record<string, unknown>> {
  const results: Record<string, unknown> = {};
  const failures: string[] = [];
  let cause: unknown;
  for (const [name, run] of Object.entries(parts))
    try {
      results[name] = await run();
    } catch (error) {
      failures.push(name);
      cause ??= error;
    }
  if (failures.length === 0) return results;
  const failure = new Error(`failed: ${failures.join(", ")}`, { cause });
  // The engine's log has only the name.
  if (cause instanceof Error) failure.name = cause.name;
  throw failure;
}
