import { openBlobStore } from "@/lib/entries/open-blob-store";
import { leaveStore, takeStore } from "@/lib/entries/store-owner";

import type { Command } from "./command";

/**
 * `after-restore`: for a database restored from a backup or snapshot. Cursors jump beyond any issued
 * before, and every active webhook resyncs within a minute (spec 8.23). Its contents are never deleted from a store that
 * another database may still use, unless `--take-store` says that this one replaces it (spec 5.24).
 */
export const afterRestore: Command = {
  usage: "after-restore [--take-store]",
  summary:
    "make receivers and mounts list again after a restore; --take-store: from now on this database deletes contents",
  options: [],
  flags: ["take-store"],
  async run(db, { options }, settings) {
    const takes = options["take-store"] === "true";
    await db.$executeRaw`SELECT cursors_jump()`;
    await leaveStore(db);
    if (takes) await takeStore({ db, blobs: await openBlobStore(settings) });
    const webhooks = await db.webhook.count({ where: { state: "active" } });
    return { ok: true, webhooks, owns_store: takes };
  },
};
