import type { Stat } from "@/lib/contract/stat";

const MOMENT = "2026-11-22T10:00:00.000Z";

/** A file at the service, or a directory. */
export const statOf = (path: string, more: Partial<Stat> = {}): Stat => ({
  path,
  type: "file",
  size: 5,
  etag: '"a"',
  modified_at: MOMENT,
  mode: "0644",
  node_id: "7",
  nlink: 1,
  link_target: null,
  uid: 0,
  gid: 0,
  modified_ns: 0,
  special: null,
  device: 0,
  changed_at: MOMENT,
  modified_by: null,
  ...more,
});
