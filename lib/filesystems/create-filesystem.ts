import { audit } from "@/lib/audit/record";
import { actorName } from "@/lib/auth/actor";
import type { OrganisationContext } from "@/lib/auth/context";
import { newId } from "@/lib/ids";

import { present } from "./read-filesystems";

/** Creates an empty filesystem; a key that creates one gets `rw` on it (spec 3.4). */
export async function createFilesystem(ctx: OrganisationContext, input: { name: string }) {
  const { actor } = ctx;
  const id = newId("fs");
  return ctx.services.db.$transaction(async (tx) => {
    const [root] = await tx.$queryRaw<{ id: bigint }[]>`
      INSERT INTO node (filesystem_id, id, type, mode, modified_at, etag)
      SELECT ${id}, n.id, 'directory', 493, date_trunc('milliseconds', now()), '"d-' || n.id || '"'
      FROM nextval('node_id') n (id) RETURNING id`;
    if (root === undefined) throw new Error("no root was made");
    const data = { id, org_id: ctx.orgId, name: input.name, root_id: root.id };
    const filesystem = await tx.filesystem.create({ data });
    if (actor.type === "key") {
      const grant = { api_key_id: actor.id, filesystem_id: id, mode: "rw" };
      await tx.filesystem_grant.create({ data: { ...grant, created_by: actorName(actor) } });
    }
    await audit(tx, ctx, { action: "filesystem.created", target: { type: "filesystem", id } });
    return present(filesystem);
  });
}
