import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { paginate } from "@/lib/http/page";
import { listNotices } from "@/lib/notices/list-notices";

export const GET = handle(api.notices.list, (args) =>
  paginate(
    args,
    (page) => listNotices(args.ctx, page),
    ({ id }) => id,
  ),
);
