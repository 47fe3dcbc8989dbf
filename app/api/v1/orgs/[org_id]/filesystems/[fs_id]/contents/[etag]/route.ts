import { api } from "@/lib/contract/api";
import { readContent } from "@/lib/entries/read-content";
import { respondWithFile } from "@/lib/entries/respond-with-file";
import { handle } from "@/lib/http/handle";
import { holderOf } from "@/lib/http/hold-open";

export const GET = handle(api.entries.readContent, async ({ ctx, params, request, reply }) => {
  const { actor, orgId, services } = ctx;
  const hold = () => services.openLimits.acquire("download", holderOf(actor, orgId));
  return respondWithFile(await readContent(ctx, params), request, reply.headers, hold);
});

export const HEAD = GET;
