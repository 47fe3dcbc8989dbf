import { cron } from "inngest";

import { inngest } from "@/inngest/client";
import { sweepBlobs } from "@/lib/entries/sweep-blobs";
import { services } from "@/lib/services";

/** Removes contents that no file has any more, every ten minutes. */
export const sweep = inngest.createFunction(
  { id: "sweep", triggers: [cron("*/10 * * * *")], retries: 0 },
  async ({ step }) => {
    for (const area of ["trash", "blobs"] as const) {
      let from: string | null = null;
      for (let n = 1; n === 1 || from !== null; n++) {
        const after: string | null = from;
        const swept: { next: string | null } = await step.run(`${area}-${n}`, () =>
          sweepBlobs(services(), area, new Date(), after),
        );
        from = swept.next;
      }
    }
  },
);
