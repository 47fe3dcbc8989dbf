import { audit } from "@/lib/audit/record";
import { whatChanged } from "@/lib/audit/what-changed";
import type { FilesystemContext } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";

import { present } from "./read-filesystems";

type Input = { name?: string | undefined; keep_mount_deletions?: boolean | undefined };
type Before = { name: string; keep_mount_deletions: boolean };

/**
 * Renames a filesystem, names need not be unique, or sets whether its trash keeps what mounts delete (spec 1.11, 4.17).
 * @throws AppError `not_found`
 */
export async function updateFilesystem(
  ctx: FilesystemContext,
  { name, keep_mount_deletions: keeps }: Input,
) {
  const { filesystemId: id, orgId } = ctx;
  const target = { type: "filesystem", id };
  return ctx.services.db.$transaction(async (tx) => {
    const [before] = await tx.$queryRaw<Before[]>`
      SELECT name, keep_mount_deletions FROM filesystem
      WHERE id = ${id} AND org_id = ${orgId} FOR NO KEY UPDATE`;
    if (before === undefined) throw new AppError("not_found");
    const data = {
      name: name ?? before.name,
      keep_mount_deletions: keeps ?? before.keep_mount_deletions,
    };
    const row = await tx.filesystem.update({ where: { id }, data });
    const record = async (action: `filesystem.${string}`, field: keyof Before) => {
      const details = whatChanged({ [field]: before[field] }, { [field]: data[field] });
      if (details !== null) await audit(tx, ctx, { action, target, details });
    };
    await record("filesystem.renamed", "name");
    await record("filesystem.trash_set", "keep_mount_deletions");
    return present(row);
  });
}
