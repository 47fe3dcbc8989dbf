import { deleteAccount } from "@/lib/accounts/delete-account";
import { readMe } from "@/lib/accounts/read-me";
import { renameUser } from "@/lib/accounts/rename-user";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";

export const GET = handle(api.service.me, ({ ctx }) => readMe(ctx));

export const PATCH = handle(api.account.update, ({ ctx, body }) => renameUser(ctx, body));

export const DELETE = handle(api.account.delete, ({ ctx }) => deleteAccount(ctx));
