import { cron, type GetStepTools } from "inngest";

import { inngest } from "@/inngest/client";
import { purgeExpiredCredentials } from "@/lib/accounts/purge-expired-credentials";
import type { Area } from "@/lib/entries/blob-store";
import { forgetContents } from "@/lib/entries/forget-contents";
import { sweepBlobs } from "@/lib/entries/sweep-blobs";
import { purgeDeletedFilesystems } from "@/lib/filesystems/purge-deleted-filesystems";
import { purgeDeletedOrganisations } from "@/lib/organisations/purge-deleted-organisations";
import { services } from "@/lib/services";
import { pruneTrash } from "@/lib/trash/prune-trash";

// Keeps a run far below the engine's limit of steps; the rest follows ten minutes later.
const REMAINS_STEPS = 100;

/**
 * Deletes, every ten minutes, expired credentials and mounts, what is left of deleted organisations and filesystems, what
 * was in the trash for 30 days, and contents that files lost.
 */
export const sweep = inngest.createFunction(
  { id: "sweep", triggers: [cron("*/10 * * * *")], retries: 0 },
  async ({ step }) => {
    await step.run("people", () => purgeExpiredCredentials(services().db));
    for (let n = 1, more = true; more && n <= REMAINS_STEPS; n++)
      ({ more } = await step.run(`organisations-${n}`, () =>
        purgeDeletedOrganisations(services().db),
      ));
    for (let n = 1, more = true; more && n <= REMAINS_STEPS; n++)
      ({ more } = await step.run(`remains-${n}`, () => purgeDeletedFilesystems(services().db)));
    for (let n = 1, more = true; more && n <= REMAINS_STEPS; n++)
      ({ more } = await step.run(`trash-items-${n}`, () => pruneTrash(services().db, new Date())));
    for (let n = 1, more = true; more && n <= REMAINS_STEPS; n++)
      ({ more } = await step.run(`contents-${n}`, () => forgetContents(services(), new Date())));
    await sweepArea(step, "trash");
  },
);

/** Lists the store of blobs every four hours, for what an upload left that never ended, and of deleted filesystems. */
export const sweepStore = inngest.createFunction(
  { id: "sweep-store", triggers: [cron("25 */4 * * *")], retries: 0 },
  ({ step }) => sweepArea(step, "blobs"),
);

async function sweepArea(step: GetStepTools<typeof inngest>, area: Area): Promise<void> {
  let from: string | null = null;
  for (let n = 1; n === 1 || from !== null; n++) {
    const after: string | null = from;
    const swept: { next: string | null } = await step.run(`${area}-${n}`, () =>
      sweepBlobs(services(), area, new Date(), after),
    );
    from = swept.next;
  }
}
