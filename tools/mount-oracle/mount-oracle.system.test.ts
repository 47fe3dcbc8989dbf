import { afterAll, beforeAll, describe, test } from "vitest";

import { hasFuse } from "@/testing/fuse/has-fuse";
import { repeats } from "@/testing/repeats";

import { type Environment, openEnvironment } from "./environment";
import { faultOf } from "./faults";
import { runSeed } from "./seed";

// Each takes seconds; the gate shows the same without a service that is killed, in cli/mount/random.db.test.ts.
const SEEDS = repeats(0, 1_000);
const DEADLINE = { timeout: 300_000 + SEEDS * 60_000 };
const FIRST = Number(process.env["MOUNT_SEED"] ?? Date.now() % 2 ** 28);
/** Of so many seeds one runs without a fault. */
const CALM_EVERY = 7;

const isRun = SEEDS > 0 && (await hasFuse()).isUsable;
if (isRun)
  describe("two mounts, the gateway, the API, a webhook and the feed", DEADLINE, () => {
    let environment: Environment;
    beforeAll(async () => {
      environment = await openEnvironment();
    }, DEADLINE.timeout);
    afterAll(() => environment.close(), DEADLINE.timeout);

    test("agree after changes by all of them while any process is killed", async () => {
      for (let seed = FIRST; seed < FIRST + SEEDS; seed++) {
        const fault = seed % CALM_EVERY === 0 ? null : faultOf(seed);
        await runSeed(environment, seed, fault).catch((error: unknown) => {
          throw new Error(`MOUNT_SEED=${seed}, kill -9: ${fault?.name ?? "nothing"}`, {
            cause: error,
          });
        });
      }
    });
  });
else test("the mount oracle is part of npm run test:long", () => undefined);
