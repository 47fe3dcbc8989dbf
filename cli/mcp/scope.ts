import type { z } from "zod";

import type { Client } from "@/cli/client";
import type { Given } from "@/cli/command";
import { findFilesystem, type FilesystemIds } from "@/cli/find-filesystem";
import { readAll } from "@/lib/api-client/read-all";
import { isId } from "@/lib/contract/common";
import { filesystems } from "@/lib/contract/filesystems";
import { service } from "@/lib/contract/service";
import { UsageError } from "@/lib/usage-error";

type Filesystem = z.output<typeof filesystems.get.result>;

/** The filesystems that a server shows: the one it was started for, or all that its caller reaches. */
export type Scope = {
  client: Client;
  /** @param id may be left out if there is only one. @throws Error with what to do */
  find: (id: string | undefined) => Promise<FilesystemIds>;
  list: () => Promise<Filesystem[]>;
};

export function createScope(client: Client, given: Given): Scope {
  const fixed = given.options["filesystem"];
  if (fixed !== undefined && !isId("fs", fixed))
    throw new UsageError("--filesystem must be the id of a filesystem, like fs_…");
  const found = new Map<string, Promise<FilesystemIds>>();
  const locate = (id: string): Promise<FilesystemIds> => {
    const known = found.get(id) ?? findFilesystem(client, given, id);
    found.set(id, known);
    // What failed is asked for again.
    known.catch(() => found.delete(id));
    return known;
  };
  const list = async () => {
    if (fixed !== undefined)
      return [await client.call(filesystems.get, { params: await locate(fixed) })];
    const { organisations } = await client.call(service.me);
    const lists = organisations.map(({ id }) =>
      readAll(
        (page) => client.call(filesystems.list, { params: { org_id: id }, query: page }),
        (one) => one.id,
      ),
    );
    return (await Promise.all(lists)).flat();
  };
  return {
    client,
    list,
    async find(id) {
      if (fixed !== undefined && id !== undefined && id !== fixed)
        throw new Error(`This server shows ${fixed} only.`);
      const requested = fixed ?? id;
      if (requested !== undefined) return locate(requested);
      const [only, second] = await list();
      if (only === undefined || second !== undefined)
        throw new Error("Pass filesystem_id: list_filesystems shows them.");
      return locate(only.id);
    },
  };
}
