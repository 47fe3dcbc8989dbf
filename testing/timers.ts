import { afterAll, beforeAll } from "vitest";

import { startServiceWithEngine, type TestServiceWithEngine } from "./engine";

/**
 * A service for the tests of a file whose engine's clock stands just before a moment until `strike` moves it there.
 * @param moment in milliseconds since 1970
 */
export function useTimers(moment: number) {
  let service: TestServiceWithEngine;
  let hasStruck = false;
  const now = () => moment + (hasStruck ? 1 : -200);
  beforeAll(async () => {
    service = await startServiceWithEngine({}, true, now);
  });
  afterAll(() => service.closeAll());
  return { service: () => service, strike: () => void (hasStruck = true) };
}
