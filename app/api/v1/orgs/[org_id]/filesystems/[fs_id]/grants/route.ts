import { api } from "@/lib/contract/api";
import { listGrants } from "@/lib/filesystems/list-grants";
import { setGrant } from "@/lib/filesystems/set-grant";
import { handle } from "@/lib/http/handle";
import { paginate } from "@/lib/http/page";

export const GET = handle(api.filesystems.listGrants, (args) =>
  paginate(
    args,
    (page) => listGrants(args.ctx, page),
    (grant) => grant.api_key_id,
  ),
);

export const PUT = handle(api.filesystems.setGrant, ({ ctx, body }) => setGrant(ctx, body));
