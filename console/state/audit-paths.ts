import type { AuditEntry } from "@/console/queries/audit";

/** The page that shows what an event is about; null if there is none or it is gone. */
export function targetPath(
  orgId: string,
  { target, details }: Pick<AuditEntry, "target" | "details">,
): string | null {
  const { type, id, present_name: name } = target;
  if (id === null || name === null) return null;
  const org = `/o/${orgId}`;
  const search = new URLSearchParams({ q: name }).toString();
  if (type === "filesystem") return `${org}/filesystems/${id}/files`;
  if (type === "api_key") return `${org}/keys?${search}`;
  if (type === "user") return `${org}/members?${search}`;
  const fsId = details["filesystem_id"];
  return type === "webhook" && typeof fsId === "string"
    ? `${org}/filesystems/${fsId}/webhooks/${id}`
    : null;
}
