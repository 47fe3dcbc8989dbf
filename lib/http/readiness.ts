import { shareFor } from "@/lib/concurrency/share-for";
import { services, type Uses } from "@/lib/services";

const TIMEOUT_MS = 2_000;
// Signatures carry the database's time, so this process's clock must be close to it.
const CLOCK_MS = 5_000;
// Anyone may ask, as often as they like: the database and the disk are asked once a second.
const SHARED_MS = 1_000;

/** What `readReadiness` returns for this process, at most a second old. */
export const currentReadiness = shareFor(SHARED_MS, () => readReadiness(services()));

/**
 * Whether each dependency of this process is available (spec 4.2). The database is not while the clocks
 * differ by more than 5 s (spec 8.17).
 */
export async function readReadiness({
  blobs,
  pool,
  settings,
}: Uses<"blobs" | "pool" | "settings">) {
  const { inngest } = settings;
  const [database, queue, blobStore] = await Promise.all([
    state(() => checkClock(pool)),
    state(async () => {
      if (!settings.embedded) return;
      const response = await fetch(new URL("/health", inngest.baseUrl), {
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`the engine returned ${response.status}`);
    }),
    state(() => blobs.check()),
  ]);
  return { database, queue, blob_store: blobStore };
}

async function checkClock(pool: Uses<"pool">["pool"]): Promise<void> {
  const before = Date.now();
  const { rows } = await pool.query<{ ms: number }>(
    "SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms",
  );
  const ms = rows[0]?.ms ?? 0;
  if (ms < before - CLOCK_MS || ms > Date.now() + CLOCK_MS)
    throw new Error("clock differs from the database's by more than 5 s");
}

async function state(check: () => Promise<unknown>): Promise<"ok" | "failing"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`timed out after ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
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
