import { createDb } from "@/lib/db/client";
import { createPool } from "@/lib/db/pool";

import type { Violation } from "./checks";
import type { Environment } from "./environment";
import type { OracleOptions } from "./options";
import { startReceivers } from "./receivers";
import { startOracleService } from "./service";
import { runWave, type WaveResult } from "./wave";

/** Totals of the run. `incomplete` names seeds that missed operations or faults. */
export type OracleResult = {
  ok: boolean;
  seeds: number;
  first: number;
  last: number;
  operations: number;
  succeeded: number;
  repeated: number;
  requests: number;
  faults: Record<string, number>;
  seconds: number;
  violations: Violation[];
};

const CONNECTIONS = 4;

/** Starts a service and runs all seeds on it, wave after wave. */
export async function runOracle(
  options: OracleOptions,
  log: (line: string) => void,
  signal: AbortSignal,
): Promise<OracleResult> {
  const begun = performance.now();
  const receiverPool = await startReceivers();
  try {
    const service = await startOracleService(receiverPool, options, log);
    const sql = createPool(service.databaseUrl, CONNECTIONS);
    const environment = { service, receiverPool, sql, db: createDb(sql), log };
    try {
      const waves = await runWaves(environment, options, signal);
      return addUp(
        waves,
        options.seed,
        receiverPool.requests(),
        (performance.now() - begun) / 1_000,
      );
    } finally {
      await environment.db.$disconnect();
      await sql.end();
      await service.close();
    }
  } finally {
    await receiverPool.close();
  }
}

async function runWaves(
  environment: Environment,
  options: OracleOptions,
  signal: AbortSignal,
): Promise<WaveResult[]> {
  const waves: WaveResult[] = [];
  const endsAt = performance.now() + options.minutes * 60_000;
  for (let done = 0; done < options.seeds && !signal.aborted; done += options.together) {
    if (done > 0 && performance.now() > endsAt) break;
    const count = Math.min(options.together, options.seeds - done);
    const wave = await runWave(environment, {
      ...options,
      seed: options.seed + done,
      seeds: count,
    });
    waves.push(wave);
    environment.log(describeWave(wave));
  }
  return waves;
}

function addUp(
  waves: readonly WaveResult[],
  first: number,
  requests: number,
  seconds: number,
): OracleResult {
  const sum = (of: (wave: WaveResult) => number) => waves.reduce((n, wave) => n + of(wave), 0);
  const faults: Record<string, number> = {};
  for (const name of waves.flatMap((wave) => wave.faults)) faults[name] = (faults[name] ?? 0) + 1;
  const violations = waves.flatMap((wave) => wave.violations);
  const seeds = sum((wave) => wave.seeds);
  // Mirrors of trees in which nothing happened are equal, too.
  const hasHappened = sum((wave) => wave.succeeded) * 10 > sum((wave) => wave.operations);
  return {
    ok: violations.length === 0 && seeds > 0 && hasHappened,
    seeds,
    first,
    last: first + seeds - 1,
    operations: sum((wave) => wave.operations),
    succeeded: sum((wave) => wave.succeeded),
    repeated: sum((wave) => wave.repeated),
    requests,
    faults,
    seconds: Math.round(seconds),
    violations,
  };
}

function describeWave(wave: WaveResult): string {
  const { first, seeds, operations, faults, seconds, violations } = wave;
  return `seeds ${first} to ${first + seeds - 1}: ${operations} operations, ${faults.length} faults (${faults.join(", ")}), ${seconds} s, ${violations.length} violations`;
}
