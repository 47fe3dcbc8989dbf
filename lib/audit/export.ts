import contentDisposition from "content-disposition";

import type { OrganisationContext } from "@/lib/auth/context";

import { type Filters, listAudit } from "./list";

const PAGE = 1_000;

/**
 * An organisation's audit log as JSON lines, newest first (spec 4.15). Read page by page as fast as the caller
 * takes it; it ends with the oldest entry.
 */
export function exportAudit(ctx: OrganisationContext, filters: Filters): Response {
  const encoder = new TextEncoder();
  let after: string | undefined;
  const lines = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const page = await listAudit(ctx, { ...filters, limit: PAGE, after });
      const text = page.map((entry) => `${JSON.stringify(entry)}\n`).join("");
      if (text !== "") controller.enqueue(encoder.encode(text));
      after = page.at(-1)?.id;
      if (page.length < PAGE) controller.close();
    },
  });
  return new Response(lines, {
    headers: {
      "content-type": "application/x-ndjson",
      "content-disposition": contentDisposition(`audit-log-${ctx.orgId}.jsonl`),
      "x-content-type-options": "nosniff",
    },
  });
}
