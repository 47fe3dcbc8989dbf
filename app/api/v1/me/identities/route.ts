import { listIdentities } from "@/lib/accounts/identities/list-identities";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { paginate } from "@/lib/http/page";

export const GET = handle(api.account.listIdentities, (args) =>
  paginate(
    args,
    (page) => listIdentities(args.ctx, page),
    (item) => item.id,
  ),
);
