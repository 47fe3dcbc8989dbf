import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { purgeItem } from "@/lib/trash/purge-trash";

export const DELETE = handle(api.trash.purge, async ({ ctx, params, reply }) => {
  reply.headers.set("x-cursor", await purgeItem(ctx, params.trash_id));
});
