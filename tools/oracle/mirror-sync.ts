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

/** A receiver's mirror that keeps what it stored when the receiver restarts, and nothing else. */
export type Keeper = {
  /** Stores a message by the receivers' rules. Returns whether it brought something new. */
  accept(message: Received): boolean;
  /** Forgets all that a process holds in memory: a listing under way begins anew. */
  restart(): void;
  /** Nothing is owed: no listing, no queue. */
  settled(): boolean;
  entries(): ReadonlyMap<string, FileInfo>;
};

/** Keeps a mirror of what is below `prefix`. `failed` is told of a listing that could not be had. */
export function createKeeper(
  source: { api: Api; base: string; prefix: string },
  failed: (error: unknown) => void,
): Keeper {
  let mirror: Mirror = emptyMirror();
  let life = 0;
  let listing = false;

  /** For one life of the receiver: what a later one began is not this one's. */
  async function listWhileOwed(mine: number): Promise<void> {
    const owed = mirror.resync;
    if (mine !== life || owed === null) return;
    const listed = await list(source);
    if (mine === life && mirror.resync === owed) mirror = afterListing(mirror, listed);
    return listWhileOwed(mine);
  }
  const begin = () => {
    if (listing) return;
    listing = true;
    const mine = life;
    listWhileOwed(mine)
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
      if (step.kind === "resync") begin();
      return true;
    },
    restart() {
      life += 1;
      listing = false;
      if (mirror.resync !== null) begin();
    },
    settled: () => mirror.cursor !== null && mirror.resync === null,
    entries: () => mirror.entries,
  };
}
