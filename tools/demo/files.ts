import { setTimeout as sleep } from "node:timers/promises";

import { ApiError, type Api, type ApiResponse, type CallOptions } from "@/examples/receiver/api";

const MOVE_PAUSE_MS = 250;

/** When a change was known to be committed, in milliseconds since 1970, and its cursor. */
export type Commit = { cursor: bigint; at: number };

/** Changes to one filesystem, each safe to retry after a lost response. */
export type Files = {
  write(path: string, bytes: Buffer<ArrayBuffer>): Promise<void>;
  makeDirectory(path: string): Promise<void>;
  remove(path: string, recursive: boolean): Promise<void>;
  move(from: string, to: string): Promise<void>;
  /** One for each change whose response arrived. */
  commits: Commit[];
};

/**
 * Returns the files API of one filesystem. PUT and DELETE are simply repeated; after a lost
 * response, a move or a new directory is looked up before it is sent again.
 * See spec 5.9, 5.11, 5.14, 5.15.
 */
export function openFiles(api: Api, base: string, retryForMs: number): Files {
  const commits: Commit[] = [];

  function record(response: ApiResponse): void {
    const cursor = response.headers.get("x-cursor");
    if (cursor !== null) commits.push({ cursor: BigInt(cursor), at: Date.now() });
  }

  async function exists(path: string): Promise<boolean> {
    try {
      await api.call("GET", `${base}/files:stat`, { query: { path } });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return false;
      throw error;
    }
  }

  /** Posts until it succeeds or `done` reports that an earlier attempt did. */
  async function postOnce(
    route: string,
    json: CallOptions["json"],
    done: () => Promise<boolean>,
  ): Promise<void> {
    const giveUpAt = performance.now() + retryForMs;
    for (let again = false; ; again = true) {
      if (again && (await done())) return;
      try {
        return record(await api.call("POST", `${base}/${route}`, { json }));
      } catch (error) {
        const final = error instanceof ApiError && error.status < 500;
        // The first request may have been executed between our check and the second one.
        if (final && again && (await done())) return;
        if (final || performance.now() > giveUpAt) throw error;
      }
      await sleep(MOVE_PAUSE_MS);
    }
  }

  return {
    commits,
    async write(path, body) {
      const query = { path, parents: "true" };
      record(await api.call("PUT", `${base}/files`, { query, body }));
    },
    makeDirectory: (path) => postOnce("directories", { path, parents: true }, () => exists(path)),
    async remove(path, recursive) {
      const query = { path, recursive: String(recursive) };
      try {
        record(await api.call("DELETE", `${base}/files`, { query }));
      } catch (error) {
        const lost = error instanceof ApiError && error.status === 404 && error.attempt > 0;
        if (!lost) throw error;
      }
    },
    move: (from, to) =>
      postOnce("files:move", { from, to }, async () => !(await exists(from)) && exists(to)),
  };
}
