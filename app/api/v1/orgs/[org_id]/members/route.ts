import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { paginate } from "@/lib/http/page";
import { listMembers } from "@/lib/organisations/read-members";

export const GET = handle(api.members.list, (args) =>
  paginate(
    args,
    (page) => listMembers(args.ctx, page),
    (member) => member.user_id,
  ),
);
