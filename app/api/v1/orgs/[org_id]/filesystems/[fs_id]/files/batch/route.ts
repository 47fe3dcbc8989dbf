import { api } from "@/lib/contract/api";
import { changeFiles } from "@/lib/entries/change-files";
import { countPoints } from "@/lib/http/count-points";
import { handle } from "@/lib/http/handle";

const CHANGES_PER_POINT = 16;

export const POST = handle(api.entries.batch, async ({ ctx, query, body, reply }) => {
  const points = Math.floor(body.changes.length / CHANGES_PER_POINT);
  await countPoints(ctx, points, reply.headers);
  const { results, cursor } = await changeFiles(ctx, { ...query, ...body });
  if (cursor !== null) reply.headers.set("x-cursor", cursor);
  return { results };
});
