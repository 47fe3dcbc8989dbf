import { LRUCache } from "lru-cache";

import type { Db } from "@/lib/db/client";

import { checkPut, type PutCheck, type PutRequest, roomOf } from "./check-put";
import { unwrapOutcome } from "./outcome";

// Bodies up to this size are published unchecked while their filesystem refuses nothing.
const SMALL_BYTES = 64 * 1024;
const SUSPECT_MS = 60_000;
const MAX_SUSPECTS = 10_000;

/** An upload between its last check and its commit. */
type Claim = { path: string; size: number; entries: number };

/** Claims on one filesystem, and for each running check those its snapshot may not include. */
type Claims = {
  live: Set<Claim>;
  unseen: Set<Set<Claim>>;
  /** Uploads that continue when a claim ends. */
  waiting: (() => void)[];
  users: number;
};

/** Keeps uploads that will be refused from using disk space (docs/decisions/0015-checked-before-published.md). */
export type PutGuard = ReturnType<typeof createPutGuard>;

/**
 * The guard of one process. A small upload costs no query unless one to its filesystem was refused in the
 * last minute; others cost one before the first byte and one before they are published.
 */
export function createPutGuard(db: Db) {
  const claims = new Map<string, Claims>();
  const suspects = new LRUCache<string, true>({ max: MAX_SUSPECTS, ttl: SUSPECT_MS });
  const check = async (filesystemId: string, put: PutRequest, size: number) => {
    const found = await checkPut(db, filesystemId, put, size);
    if (found.code !== null) suspects.set(filesystemId, true);
    return unwrapOutcome([found]);
  };

  return {
    /**
     * Refuses an upload before its first byte; `size` is null if not declared. Returns the remaining quota; null if
     * unlimited or the upload is too small to check.
     * @throws AppError the commit's error
     */
    async beforeBody(filesystemId: string, put: PutRequest, size: number | null) {
      if (size !== null && size <= SMALL_BYTES) return null;
      return roomOf(await check(filesystemId, put, size ?? 0));
    },

    /**
     * Refuses a staged upload, or returns a function to call after its commit. Uploads of this process that
     * would exceed a quota together or conflict at a path run in sequence, so none is published and refused.
     * @throws AppError the commit's error
     */
    async beforePublish(filesystemId: string, put: PutRequest, size: number): Promise<() => void> {
      if (size <= SMALL_BYTES && !suspects.has(filesystemId)) return () => undefined;
      const { known, leave } = join(claims, filesystemId);
      try {
        for (;;) {
          const others = new Set(known.live);
          known.unseen.add(others);
          const found = await check(filesystemId, put, size).finally(() =>
            known.unseen.delete(others),
          );
          if (fits(put, size, found, [...others])) {
            const end = claim(known, { path: put.path, size, entries: found.entries });
            return () => void (end(), leave());
          }
          if (known.live.size > 0) await new Promise<void>((wake) => known.waiting.push(wake));
        }
      } catch (error) {
        leave();
        throw error;
      }
    },

    /** Records a refused commit, so that further uploads are checked whatever their size. */
    refused(filesystemId: string): void {
      suspects.set(filesystemId, true);
    },
  };
}

function join(claims: Map<string, Claims>, filesystemId: string) {
  const known = claims.get(filesystemId) ?? {
    live: new Set(),
    unseen: new Set(),
    waiting: [],
    users: 0,
  };
  known.users += 1;
  claims.set(filesystemId, known);
  const leave = () => (known.users -= 1) > 0 || claims.delete(filesystemId);
  return { known, leave };
}

// Each of these may have committed or not; the upload must fit in either case.
function fits(put: PutRequest, size: number, found: PutCheck, others: Claim[]): boolean {
  const bytes = others.reduce((sum, other) => sum + other.size, size);
  const entries = others.reduce((sum, other) => sum + other.entries, found.entries);
  const isConditional = put.if_match !== null || put.if_none_match !== null;
  return (
    others.length === 0 ||
    (bytes <= (found.byte_room ?? bytes) &&
      entries <= (found.entry_room ?? entries) &&
      !(isConditional && others.some(({ path }) => path === put.path)))
  );
}

function claim({ live, unseen, waiting }: Claims, mine: Claim): () => void {
  for (const set of [live, ...unseen]) set.add(mine);
  return () => {
    live.delete(mine);
    for (const wake of waiting.splice(0)) wake();
  };
}
