import { api } from "@/lib/contract/api";
import { deleteFilesystem } from "@/lib/filesystems/delete-filesystem";
import { getFilesystem } from "@/lib/filesystems/read-filesystems";
import { updateFilesystem } from "@/lib/filesystems/update-filesystem";
import { handle } from "@/lib/http/handle";

export const GET = handle(api.filesystems.get, ({ ctx }) => getFilesystem(ctx));

export const PATCH = handle(api.filesystems.update, ({ ctx, body }) => updateFilesystem(ctx, body));

export const DELETE = handle(api.filesystems.delete, ({ ctx }) => deleteFilesystem(ctx));
