import { api } from "@/lib/contract/api";
import { linkFile } from "@/lib/entries/link-file";
import { handle } from "@/lib/http/handle";

export const POST = handle(api.entries.link, async ({ ctx, query, body, reply }) => {
  const { info, cursor } = await linkFile(ctx, { ...query, ...body });
  reply.headers.set("x-cursor", cursor);
  return info;
});
