/**
 * How often a test repeats what it shows: `few` times in the gate, `many` times in `npm run test:long`, which sets
 * TEST_LONG to the part of `many` to run: 1 is all of it.
 */
export function repeats(few: number, many: number): number {
  // oxlint-disable-next-line node/no-process-env -- a setting of the tests
  const part = Number(process.env["TEST_LONG"] ?? 0);
  return Math.round(Math.max(few, many * part));
}
