import type { Services } from "@/lib/services";

const PATIENCE_MS = 2_000;

/** Whether each part this process needs can be used right now (contract, section 4 `/ready`). */
export async function readReadiness(services: Services) {
  const { inngest } = services.settings;
  const [database, queue, blobStore] = await Promise.all([
    state(() => services.pool.query("SELECT 1")),
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
