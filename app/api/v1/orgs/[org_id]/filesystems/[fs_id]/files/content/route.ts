import { api } from "@/lib/contract/api";
import { writeRanges } from "@/lib/entries/write-ranges";
import { countPoints } from "@/lib/http/count-points";
import { handle } from "@/lib/http/handle";

// What is not sent is copied and hashed here, which the caller's connection does not slow down.
const BYTES_PER_POINT = 1024 * 1024;

export const PATCH = handle(api.entries.writeRanges, async ({ ctx, query, request, reply }) => {
  const count = (bytes: number) =>
    countPoints(ctx, Math.floor(bytes / BYTES_PER_POINT), reply.headers);
  const { info, created, cursor } = await writeRanges(ctx, query, request, count);
  reply.headers.set("x-cursor", cursor);
  if (created) reply.status = 201;
  return info;
});
