import { audit } from "@/lib/audit/record";
import type { FilesystemContext } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";

import { present } from "./read-filesystems";

/** Renames a filesystem; names need not be unique (spec 1.11, 4.17). @throws AppError `not_found` */
export async function renameFilesystem(ctx: FilesystemContext, { name }: { name: string }) {
  const { filesystemId: id, orgId } = ctx;
  return ctx.services.db.$transaction(async (tx) => {
    const [row] = await tx.filesystem.updateManyAndReturn({
      where: { id, org_id: orgId },
      data: { name },
    });
    if (row === undefined) throw new AppError("not_found");
    await audit(tx, ctx, { action: "filesystem.renamed", target: { type: "filesystem", id } });
    return present(row);
  });
}
