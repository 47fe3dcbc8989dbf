import { listLogins } from "@/lib/accounts/sessions/read-sessions";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { paginate } from "@/lib/http/page";

export const GET = handle(api.account.listLogins, (args) =>
  paginate(
    args,
    (page) => listLogins(args.ctx, page),
    (item) => item.id,
  ),
);
