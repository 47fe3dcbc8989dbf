import { api } from "@/lib/contract/api";
import { makeDirectory } from "@/lib/entries/make-directory";
import { handle } from "@/lib/http/handle";

export const POST = handle(api.entries.makeDirectory, async ({ ctx, query, body, reply }) => {
  const { info, cursor } = await makeDirectory(ctx, { ...query, ...body });
  reply.headers.set("x-cursor", cursor);
  return info;
});
