import { api } from "@/lib/contract/api";
import { createFilesystem } from "@/lib/filesystems/create-filesystem";
import { listFilesystems } from "@/lib/filesystems/read-filesystems";
import { handle } from "@/lib/http/handle";
import { paginate } from "@/lib/http/page";

export const GET = handle(api.filesystems.list, (args) =>
  paginate(
    args,
    (page) => listFilesystems(args.ctx, page),
    (filesystem) => filesystem.id,
  ),
);

export const POST = handle(api.filesystems.create, ({ ctx, body }) => createFilesystem(ctx, body));
