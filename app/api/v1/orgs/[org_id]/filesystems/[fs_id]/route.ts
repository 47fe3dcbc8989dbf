import { api } from "@/lib/contract/api";
import { getFilesystem } from "@/lib/filesystems/read-filesystems";
import { handle } from "@/lib/http/handle";

export const GET = handle(api.filesystems.get, ({ ctx }) => getFilesystem(ctx));
