import { api } from "@/lib/contract/api";
import { moveEntry } from "@/lib/entries/move-entry";
import { handle } from "@/lib/http/handle";

export const POST = handle(api.entries.move, async ({ ctx, query, body, reply }) => {
  const { info, cursor } = await moveEntry(ctx, { ...query, ...body });
  reply.headers.set("x-cursor", cursor);
  return info;
});
