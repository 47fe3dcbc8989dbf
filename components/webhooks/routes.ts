import type { FilesystemIds } from "@/console/queries/webhooks";

/** The addresses of a filesystem's webhook pages. */
export function placesOf({ org_id: orgId, fs_id: fsId }: FilesystemIds) {
  const all = `/o/${orgId}/filesystems/${fsId}/webhooks`;
  return { all, new: `${all}/new`, one: (id: string) => `${all}/${id}` };
}
