import type { Fixture } from "@/kits/conformance/fixture.ts";

/** One promise of a receiver. `run` throws when it is broken. */
export type Check = {
  name: string;
  /** Kills before every step: needs minutes for a slow program, so that `every` may leave out some. */
  run(fixture: Fixture, every: number): Promise<void>;
};
