import contentDisposition from "content-disposition";

import { presentedBy } from "@/lib/auth/actor";
import type { OrganisationContext } from "@/lib/auth/context";
import { endWhenLost } from "@/lib/auth/end-when-lost";

import type { Filters } from "./filters";
import { listAudit } from "./list";

// Each is kept until its client has taken it, and an entry may have several kilobytes.
const PAGE = 100;

/**
 * An organisation's audit log as JSON lines, newest first (spec 4.15). Read page by page as fast as the caller
 * takes it; it ends with the oldest entry, or is cut when the caller has lost access (spec 3.14).
 */
export function exportAudit(ctx: OrganisationContext, filters: Filters): Response {
  const encoder = new TextEncoder();
  let after: string | undefined;
  const lines = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const page = await listAudit(ctx, { ...filters, limit: PAGE, after });
      const text = page.map((entry) => `${JSON.stringify(entry)}\n`).join("");
      if (text !== "") controller.enqueue(encoder.encode(text));
      after = page.at(-1)?.id;
      if (page.length < PAGE) controller.close();
    },
  });
  const access = { credential: presentedBy(ctx.actor), filesystem: null, adminOf: ctx.orgId };
  const watch = (end: () => void) => ctx.services.accessWatch.watch(access, end);
  return new Response(
    endWhenLost(lines, watch, () => undefined),
    {
      headers: {
        "content-type": "application/x-ndjson",
        "content-disposition": contentDisposition(`audit-log-${ctx.orgId}.jsonl`),
        "x-content-type-options": "nosniff",
      },
    },
  );
}
