/**
 * Takes what our own service said as the type that the contract gives it. Schemas would check it, at 40 kB more for
 * every page to load; the service itself is what tests hold against the contract.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- whoever asks knows what was asked for
export function believe<T>(said: unknown): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one place that does
  return said as T;
}
