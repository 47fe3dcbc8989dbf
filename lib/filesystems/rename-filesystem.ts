import { audit } from "@/lib/audit/record";
import type { FilesystemContext } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";

import { present } from "./read-filesystems";

/** Renames a filesystem; names need not be unique (spec 1.11, 4.17). @throws AppError `not_found` */
export async function renameFilesystem(ctx: FilesystemContext, { name }: { name: string }) {
  const { filesystemId: id, orgId } = ctx;
  return ctx.services.db.$transaction(async (tx) => {
    const [before] = await tx.$queryRaw<{ name: string }[]>`
      SELECT name FROM filesystem WHERE id = ${id} AND org_id = ${orgId} FOR NO KEY UPDATE`;
    if (before === undefined) throw new AppError("not_found");
    const row = await tx.filesystem.update({ where: { id }, data: { name } });
    await audit(tx, ctx, {
      action: "filesystem.renamed",
      target: { type: "filesystem", id },
      details: { name, before: { name: before.name } },
    });
    return present(row);
  });
}
