import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { paginate } from "@/lib/http/page";
import { listTrash } from "@/lib/trash/list-trash";
import { emptyTrash } from "@/lib/trash/purge-trash";

export const GET = handle(api.trash.list, (args) =>
  paginate(
    args,
    (page) => listTrash(args.ctx, page),
    ({ id }) => id,
  ),
);

export const DELETE = handle(api.trash.empty, async ({ ctx, reply }) => {
  reply.headers.set("x-cursor", await emptyTrash(ctx));
});
