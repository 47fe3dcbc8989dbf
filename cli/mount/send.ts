import { setTimeout as wait } from "node:timers/promises";

import type { Stat } from "@/lib/contract/stat";

import { errnoOf } from "./errno-of";
import { isTemporary, waitBefore } from "./persist";
import type { Change, Remote } from "./remote";

/** The outcome of one change: what the service then shows, or why it was not made. */
export type Sent = { stat: Stat | null } | { error: unknown };

/** Repeats a write while the service is away, for at most `forMs`. */
async function repeat<T>(
  run: () => Promise<T>,
  forMs: number,
): Promise<{ value: T; isRepeated: boolean }> {
  const giveUpAt = performance.now() + forMs;
  for (let repetition = 0; ; repetition++) {
    try {
      return { value: await run(), isRepeated: repetition > 0 };
    } catch (error) {
      const pause = waitBefore(repetition, error);
      if (!isTemporary(error) || performance.now() + pause > giveUpAt) throw error;
      await wait(pause);
    }
  }
}

/** Makes one change by a request of its own. */
export async function sendAlone(send: () => Promise<Stat | null>, forMs: number): Promise<Sent> {
  try {
    return { stat: (await repeat(send, forMs)).value };
  } catch (error) {
    return { error };
  }
}

/** Makes changes as one batch, and returns their outcomes in order. */
export async function sendBatch(remote: Remote, changes: Change[], forMs: number): Promise<Sent[]> {
  try {
    const { value, isRepeated } = await repeat(() => remote.change(changes), forMs);
    return await Promise.all(
      changes.map(async (change, i) => {
        const { error, file } = value[i] ?? { error: { code: "unknown" }, file: null };
        if (error === null) return { stat: file };
        if (isRepeated && wasMade(change, error.code))
          return { stat: await remote.stat(change.path) };
        return { error: errnoOf(error.code) };
      }),
    );
  } catch (error) {
    return changes.map(() => ({ error }));
  }
}

/** Whether a refusal means that the change had been made before, and only its response was lost. */
export const wasMade = ({ op }: Pick<Change, "op">, code: string) =>
  (op === "remove" && code === "path_not_found") ||
  (["mkdir", "link", "symlink", "mknod"].includes(op) && code === "already_exists");
