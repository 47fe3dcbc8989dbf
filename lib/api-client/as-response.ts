/**
 * Types a response of our own service without validating it: schemas would add 40 kB to every page, and
 * tests check the service against the contract.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the operation
export function asResponse<T>(body: unknown): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one place that does
  return body as T;
}
