import { api } from "@/lib/contract/api";
import { copyEntry } from "@/lib/entries/copy-entry";
import { handle } from "@/lib/http/handle";

export const POST = handle(api.entries.copy, async ({ ctx, query, body, reply }) => {
  const { info, cursor } = await copyEntry(ctx, { ...query, ...body });
  reply.headers.set("x-cursor", cursor);
  return info;
});
