import { cron, type GetStepTools } from "inngest";

import { inngest, storeSwept } from "@/inngest/client";
import { purgeExpiredCredentials } from "@/lib/accounts/purge-expired-credentials";
import type { Area } from "@/lib/entries/blob-store";
import { forgetContents } from "@/lib/entries/forget-contents";
import { sweepBlobs } from "@/lib/entries/sweep-blobs";
import { purgeDeletedFilesystems } from "@/lib/filesystems/purge-deleted-filesystems";
import { purgeDeletedOrganisations } from "@/lib/organisations/purge-deleted-organisations";
import { services } from "@/lib/services";
import { pruneTrash } from "@/lib/trash/prune-trash";

import { runEach } from "./run-each";

// Keeps a run far below the engine's limit of steps; the rest follows ten minutes later.
const REMAINS_STEPS = 100;
// For the same reason; a new run continues with the next blob.
const AREA_STEPS = 400;

/**
 * Deletes, every ten minutes, expired credentials and mounts, what is left of deleted organisations and filesystems, what
 * was in the trash for 30 days, and contents that files lost.
 */
export const sweep = inngest.createFunction(
  { id: "sweep", triggers: [cron("*/10 * * * *")], retries: 0 },
  async ({ step }) => {
    const { db } = services();
    await runEach({
      people: () => step.run("people", () => purgeExpiredCredentials(db)),
      organisations: () => repeat(step, "organisations", () => purgeDeletedOrganisations(db)),
      filesystems: () => repeat(step, "remains", () => purgeDeletedFilesystems(db)),
      trashItems: () => repeat(step, "trash-items", () => pruneTrash(db, new Date())),
      contents: () => repeat(step, "contents", () => forgetContents(services(), new Date())),
      trash: () => sweepArea(step, "trash", null),
    });
  },
);

/** Lists the store of blobs every four hours, for what an upload left that never ended, and of deleted filesystems. */
export const sweepStore = inngest.createFunction(
  { id: "sweep-store", triggers: [cron("25 */4 * * *"), storeSwept], retries: 0 },
  async ({ event, step }) => {
    const next = await sweepArea(
      step,
      "blobs",
      event.name === storeSwept.name ? event.data.from : null,
    );
    if (next !== null) await step.sendEvent("continue", storeSwept.create({ from: next }));
  },
);

/** Repeats a step while it says that there is more. */
async function repeat(
  step: GetStepTools<typeof inngest>,
  name: string,
  run: () => Promise<{ more: boolean }>,
): Promise<void> {
  for (let n = 1, more = true; more && n <= REMAINS_STEPS; n++)
    ({ more } = await step.run(`${name}-${n}`, run));
}

/** Returns where to continue; null: all of it was looked at. */
async function sweepArea(
  step: GetStepTools<typeof inngest>,
  area: Area,
  from: string | null,
): Promise<string | null> {
  let next = from;
  for (let n = 1; n <= AREA_STEPS && (n === 1 || next !== null); n++) {
    const after: string | null = next;
    const swept: { next: string | null } = await step.run(`${area}-${n}`, () =>
      sweepBlobs(services(), area, new Date(), after),
    );
    next = swept.next;
  }
  return next;
}
