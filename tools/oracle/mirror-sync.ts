import type { Api } from "@/examples/receiver/api";
import type { FileInfo } from "@/examples/receiver/message";
import {
  afterListing,
  apply,
  emptyMirror,
  type Mirror,
  type Received,
  stepFor,
} from "@/examples/receiver/mirror";
import { list } from "@/examples/receiver/sync";

/** A receiver's mirror that keeps only what it stored when the receiver restarts. */
export type MirrorSync = {
  /** Stores a message by the receiver rules. Returns whether it was news. */
  accept(message: Received): boolean;
  /** Loses everything held in memory: a listing in progress starts over. */
  restart(): void;
  /** No listing or queue is pending. */
  isIdle(): boolean;
  entries(): ReadonlyMap<string, FileInfo>;
};

/**
 * Maintains a mirror of everything below `prefix`. `failed` is called for a listing that failed.
 */
export function createMirrorSync(
  source: { api: Api; base: string; prefix: string },
  failed: (error: unknown) => void,
): MirrorSync {
  let mirror: Mirror = emptyMirror();
  let life = 0;
  let listing = false;

  /** Valid for one life of the receiver: a later life starts its own. */
  async function listWhilePending(mine: number): Promise<void> {
    const pending = mirror.resync;
    if (mine !== life || pending === null) return;
    const listed = await list(source);
    if (mine === life && mirror.resync === pending)
      mirror = afterListing(mirror, listed, source.prefix);
    return listWhilePending(mine);
  }
  const startListing = () => {
    if (listing) return;
    listing = true;
    const mine = life;
    listWhilePending(mine)
      .catch(failed)
      .finally(() => {
        if (mine === life) listing = false;
      });
  };

  return {
    accept(message) {
      const step = stepFor(mirror, message);
      if (step === null) return false;
      apply(mirror, step);
      if (step.kind === "resync") startListing();
      return true;
    },
    restart() {
      life += 1;
      listing = false;
      if (mirror.resync !== null) startListing();
    },
    isIdle: () => mirror.cursor !== null && mirror.resync === null,
    entries: () => mirror.entries,
  };
}
