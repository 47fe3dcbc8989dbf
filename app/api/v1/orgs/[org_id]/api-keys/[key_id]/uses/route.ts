import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { getKeyUses } from "@/lib/organisations/read-key-uses";

export const GET = handle(api.apiKeys.uses, ({ ctx, params }) => getKeyUses(ctx, params.key_id));
