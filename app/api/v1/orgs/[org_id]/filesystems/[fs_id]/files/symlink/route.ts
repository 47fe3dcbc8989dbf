import { api } from "@/lib/contract/api";
import { makeSymlink } from "@/lib/entries/make-symlink";
import { handle } from "@/lib/http/handle";

export const POST = handle(api.entries.symlink, async ({ ctx, query, body, reply }) => {
  const { info, cursor } = await makeSymlink(ctx, { ...query, ...body });
  reply.headers.set("x-cursor", cursor);
  return info;
});
