import { persist } from "@/lib/api-client/persist";
import { RequestError } from "@/lib/api-client/request";

import { errnoOf } from "./errno-of";
import type { Change, Made, Remote } from "./remote";

/** The outcome of one change, or why it was not made. */
export type Sent = Made | { error: unknown };

/** What batches need of the service. */
export type Sending = Pick<Remote, "change" | "stat">;

const LOST = { error: { code: "unknown" }, stat: null, cursor: null };

/** Repeats a write while the service is away, for at most `forMs`. */
async function repeat<T>(
  run: () => Promise<T>,
  forMs: number,
): Promise<{ value: T; isRepeated: boolean }> {
  let attempts = 0;
  const attempt = () => {
    attempts += 1;
    return run();
  };
  const value = await persist(attempt, { forMs, waitsForLimits: true });
  return { value, isRepeated: attempts > 1 };
}

/** Makes one change by a request of its own. */
export async function sendAlone(send: () => Promise<Made>, forMs: number): Promise<Sent> {
  try {
    return (await repeat(send, forMs)).value;
  } catch (error) {
    return { error };
  }
}

/**
 * Makes changes as one batch, and returns their outcomes in order. What is in front of the service may take less than it
 * does: a batch that is too large is sent as its halves.
 */
export async function sendBatch(
  remote: Sending,
  changes: Change[],
  forMs: number,
): Promise<Sent[]> {
  try {
    const { value, isRepeated } = await repeat(() => remote.change(changes), forMs);
    return await Promise.all(
      changes.map(async (change, i) => {
        const { error, stat, cursor } = value[i] ?? LOST;
        if (error === null) return { stat, cursor };
        if (isRepeated && wasMade(change, error.code))
          return { stat: await remote.stat(change.path), cursor };
        return { error: errnoOf(error.code) };
      }),
    );
  } catch (error) {
    const half = Math.ceil(changes.length / 2);
    if (!isTooLarge(error) || half === changes.length) return changes.map(() => ({ error }));
    const first = await sendBatch(remote, changes.slice(0, half), forMs);
    return [...first, ...(await sendBatch(remote, changes.slice(half), forMs))];
  }
}

const isTooLarge = (error: unknown) => error instanceof RequestError && error.status === 413;

/** Whether a refusal means that the change had been made before, and only its response was lost. */
export const wasMade = ({ op }: Pick<Change, "op">, code: string) =>
  (op === "remove" && code === "path_not_found") ||
  (["mkdir", "link", "symlink", "mknod"].includes(op) && code === "already_exists");
