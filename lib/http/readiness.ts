import type { Uses } from "@/lib/services";

const PATIENCE_MS = 2_000;
// Signatures carry the database's time, and what this process itself compares must not be far from it.
const CLOCK_MS = 5_000;

/**
 * Whether each part this process needs can be used right now (spec 4.2). The database cannot while
 * this process is more than 5 s off its clock (spec 8.17).
 */
export async function readReadiness(services: Uses<"blobs" | "pool" | "settings">) {
  const { inngest } = services.settings;
  const [database, queue, blobStore] = await Promise.all([
    state(() => checkClock(services)),
    state(async () => {
      if (!services.settings.embedded) return;
      const answer = await fetch(new URL("/health", inngest.baseUrl), {
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      if (!answer.ok) throw new Error(`the engine answered ${answer.status}`);
    }),
    state(() => services.blobs.check()),
  ]);
  return { database, queue, blob_store: blobStore };
}

async function checkClock({ pool }: Uses<"pool">): Promise<void> {
  const before = Date.now();
  const { rows } = await pool.query<{ ms: number }>(
    "SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms",
  );
  const ms = rows[0]?.ms ?? 0;
  if (ms < before - CLOCK_MS || ms > Date.now() + CLOCK_MS)
    throw new Error("the clock of this process is off");
}

async function state(check: () => Promise<unknown>): Promise<"ok" | "failing"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("too slow")), PATIENCE_MS);
  });
  try {
    await Promise.race([check(), late]);
    return "ok";
  } catch {
    return "failing";
  } finally {
    clearTimeout(timer);
  }
}
