import { arrivalsOf, newRuns } from "./arrivals";
import type { EngineContext } from "./context";
import { type HeldRun, progressOf } from "./run";
import { insertRuns, type NewRun } from "./store/ingest";
import { failRun } from "./store/run";

/**
 * Marks a run as failed and, in the same transaction, starts the function's own onFailure
 * (`inngest/function.failed`).
 * @returns the runs that exist now, up to `free` of them leased to us
 */
export async function storeFailure(
  engine: EngineContext,
  run: HeldRun,
  error: Readonly<Record<string, unknown>>,
  free: number,
): Promise<NewRun[]> {
  const event = {
    // Derived from the run: a commit that is repeated because its result was lost starts nothing
    // twice.
    id: `failed-${run.id}`,
    name: "inngest/function.failed",
    data: {
      function_id: run.spec.id,
      run_id: run.id,
      error: { ...error, __serialized: true },
      event: readEvent(run.event),
    },
    ts: Math.floor(engine.clock.now()),
  };
  const runs = newRuns(engine, arrivalsOf(engine, [{ event, madeAt: null }]), free);
  const client = await engine.pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("begin");
    const ours = await failRun(client, run, progressOf(run), JSON.stringify(error));
    const lease = { owner: engine.owner, ms: engine.policy.leaseMs };
    const created = ours && runs.length > 0 ? await insertRuns(client, runs, lease, true) : null;
    await client.query("commit");
    if (ours)
      engine.log.warn(
        { function: run.spec.id, run: run.id, error: error.name },
        "engine: run failed",
      );
    return runs.filter((fresh) => created?.has(fresh.id) === true);
  } catch (failure) {
    broken = failure instanceof Error ? failure : new Error("failure not stored");
    throw failure;
  } finally {
    client.release(broken);
  }
}

function readEvent(text: string): unknown {
  return JSON.parse(text);
}
