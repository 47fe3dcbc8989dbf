import { serveSigned } from "@/inngest/serve-signed";
import type { Services } from "@/lib/services";

type Fetch = (request: Request) => Promise<Response>;

/**
 * Handler of `/api/inngest` for signed requests of an Inngest server. Null with the embedded engine, which
 * calls the functions inside the worker process.
 */
export function engineEntry(services: Services, serve: Fetch): Fetch | null {
  const { embedded, inngest } = services.settings;
  if (embedded) return null;
  const keys = [inngest.signingKey, inngest.signingKeyFallback].filter((key) => key !== undefined);
  return serveSigned(serve, services, keys);
}
