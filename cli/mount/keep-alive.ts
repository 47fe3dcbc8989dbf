import { setTimeout as wait } from "node:timers/promises";

import type { Access } from "./access";
import type { Session } from "./credential";

// A credential lives an hour: five renewals may fail, or the machine be suspended for most of it.
const ROUNDS = { everyMs: 10 * 60_000, retryMs: 30_000 };
const DAY_MS = 24 * 3_600_000;

/**
 * Keeps the access alive until `signal` fires: renews its credential, and replaces its session a day before that ends if
 * it can. Otherwise it warns once. What fails is repeated, and said once.
 */
export async function keepAlive(
  access: Access,
  say: (text: string) => void,
  signal: AbortSignal,
  { everyMs, retryMs } = ROUNDS,
): Promise<void> {
  const round = createRound(access, say);
  let isFailing = false;
  while (!signal.aborted) {
    try {
      await round();
      isFailing = false;
    } catch (error) {
      if (!isFailing) say(`could not renew the mount session: ${String(error)}`);
      isFailing = true;
    }
    await wait(isFailing ? retryMs : everyMs, undefined, { signal }).catch(() => undefined);
  }
}

function createRound(access: Access, say: (text: string) => void): () => Promise<void> {
  let isReplaceable = access.isReplaceable;
  let hasWarned = access.isReplaceable;
  return async () => {
    await access.renew();
    const session = access.session();
    if (!endsSoon(session)) return;
    if (isReplaceable) {
      await access.replace();
      // One that ends with its key gains nothing by being replaced again.
      isReplaceable = !endsSoon(access.session());
    } else if (!hasWarned) {
      hasWarned = true;
      const at = session.expiresAt.toISOString();
      say(`this mount ends at ${at}, as its ticket cannot be renewed`);
    }
  };
}

const endsSoon = ({ expiresAt }: Session) => expiresAt.getTime() - Date.now() < DAY_MS;
