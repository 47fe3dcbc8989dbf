import { serveSigned } from "@/inngest/serve-signed";
import type { Services } from "@/lib/services";

type Fetch = (request: Request) => Promise<Response>;

/**
 * What `/api/inngest` does: `serve` for signed requests of a real Inngest server. Null with the embedded engine, which
 * calls the handler inside the worker's process and needs no route.
 */
export function engineEntry(services: Services, serve: Fetch): Fetch | null {
  const { embedded, inngest } = services.settings;
  if (embedded) return null;
  const keys = [inngest.signingKey, inngest.signingKeyFallback].filter((key) => key !== undefined);
  return serveSigned(serve, services, keys);
}
