import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { restoreItem } from "@/lib/trash/restore-item";

export const POST = handle(api.trash.restore, async ({ ctx, params, body, reply }) => {
  const { info, cursor } = await restoreItem(ctx, { id: params.trash_id, ...body });
  reply.headers.set("x-cursor", cursor);
  return info;
});
