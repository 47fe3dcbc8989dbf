import { api } from "@/lib/contract/api";
import { pointsOfBatch } from "@/lib/entries/batch-points";
import { changeFiles } from "@/lib/entries/change-files";
import { countPoints } from "@/lib/http/count-points";
import { handle } from "@/lib/http/handle";

export const POST = handle(api.entries.batch, async ({ ctx, query, body, reply }) => {
  await countPoints(ctx, pointsOfBatch(body.changes), reply.headers);
  const { results, cursor } = await changeFiles(ctx, { ...query, ...body });
  if (cursor !== null) reply.headers.set("x-cursor", cursor);
  return { results };
});
