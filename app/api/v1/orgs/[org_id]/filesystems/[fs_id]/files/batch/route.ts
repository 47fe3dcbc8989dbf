import { api } from "@/lib/contract/api";
import { changeFiles } from "@/lib/entries/change-files";
import { countChanges } from "@/lib/http/count-changes";
import { handle } from "@/lib/http/handle";

export const POST = handle(api.entries.batch, async ({ ctx, query, body, reply }) => {
  await countChanges(ctx, body.changes.length, reply.headers);
  const { results, cursor } = await changeFiles(ctx, { ...query, ...body });
  if (cursor !== null) reply.headers.set("x-cursor", cursor);
  return { results };
});
