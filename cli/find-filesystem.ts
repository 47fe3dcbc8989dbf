import { RequestError } from "@/lib/api-client/request";
import { filesystems } from "@/lib/contract/filesystems";
import { service } from "@/lib/contract/service";

import type { Client } from "./client";
import type { Given } from "./command";
import { findOrg } from "./find-org";

/** What names a filesystem in the path of a request. */
export type FilesystemIds = { org_id: string; fs_id: string };

/**
 * A filesystem with its organisation: that of `--org`, your only one, or the one among yours that has it.
 * @throws UsageError, RequestError
 */
export async function findFilesystem(
  client: Client,
  given: Given,
  fsId: string,
): Promise<FilesystemIds> {
  if (given.options["org"] !== undefined)
    return { org_id: await findOrg(client, given), fs_id: fsId };
  const { organisations } = await client.call(service.me);
  const [only, second] = organisations;
  if (only !== undefined && second === undefined) return { org_id: only.id, fs_id: fsId };
  for (const { id } of organisations) {
    const params = { org_id: id, fs_id: fsId };
    if (await exists(client, params)) return params;
  }
  throw new RequestError({ status: 404, code: "not_found" });
}

async function exists({ call }: Client, params: FilesystemIds): Promise<boolean> {
  try {
    await call(filesystems.get, { params });
    return true;
  } catch (error) {
    if (error instanceof RequestError && [403, 404].includes(error.status)) return false;
    throw error;
  }
}
