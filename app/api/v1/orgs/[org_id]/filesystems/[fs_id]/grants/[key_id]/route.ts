import { api } from "@/lib/contract/api";
import { removeGrant } from "@/lib/filesystems/remove-grant";
import { handle } from "@/lib/http/handle";

export const DELETE = handle(api.filesystems.removeGrant, ({ ctx, params }) =>
  removeGrant(ctx, params.key_id),
);
