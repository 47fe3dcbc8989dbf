import type { FilesystemIds } from "@/console/queries/webhooks";

/** The URLs of a filesystem's webhook pages. */
export function webhookRoutes({ org_id: orgId, fs_id: fsId }: FilesystemIds) {
  const all = `/o/${orgId}/filesystems/${fsId}/webhooks`;
  return {
    all,
    new: `${all}/new`,
    /** The form for a new one, filled in like another. */
    like: (id: string) => `${all}/new?like=${id}`,
    one: (id: string) => `${all}/${id}`,
    ready: (id: string) => `${all}/${id}/ready`,
  };
}
