import type { z } from "zod";

import { filesystemsApi } from "@/lib/api-client/calls/filesystems";
import { request } from "@/lib/api-client/request";
import type { filesystems } from "@/lib/contract/filesystems";

/** Creates a filesystem. */
export const createFilesystem = (orgId: string, name: string) =>
  request(filesystemsApi.create, { params: { org_id: orgId }, body: { name } });

/** Renames a filesystem, or changes what its trash keeps. */
export const updateFilesystem = (
  orgId: string,
  fsId: string,
  body: z.input<typeof filesystems.update.body>,
) => request(filesystemsApi.update, { params: { org_id: orgId, fs_id: fsId }, body });

/** Deletes a filesystem permanently. */
export const deleteFilesystem = (orgId: string, fsId: string) =>
  request(filesystemsApi.delete, { params: { org_id: orgId, fs_id: fsId } });
