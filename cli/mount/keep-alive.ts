import type { Access } from "./access";
import { renewCredential } from "./credential";

// A credential is renewed when half of its hour is over, and a session replaced a day before it ends.
const RENEW_MS = 30 * 60_000;
const REPLACE_MS = 24 * 3_600_000;

/**
 * Keeps the access alive until `signal` fires: renews its credential, and replaces its session before it ends if it can.
 * Otherwise it warns once, a day before. Failures are repeated by the next round, which comes in time.
 */
export function keepAlive(
  baseUrl: string,
  access: Access,
  say: (text: string) => void,
  signal: AbortSignal,
): void {
  let warned = false;
  const round = async () => {
    const session = access.session();
    const endsSoon = session.expiresAt.getTime() - Date.now() < REPLACE_MS;
    if (endsSoon && access.isReplaceable) return access.replace();
    if (endsSoon && !warned) {
      warned = true;
      say(`this mount ends at ${session.expiresAt.toISOString()}, as its ticket cannot be renewed`);
    }
    return renewCredential(baseUrl, session);
  };
  const timer = setInterval(() => {
    round().catch((error: unknown) => say(`could not renew the mount session: ${String(error)}`));
  }, RENEW_MS);
  signal.addEventListener("abort", () => clearInterval(timer), { once: true });
}
