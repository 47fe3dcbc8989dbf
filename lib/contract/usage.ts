import { z } from "zod";

import { FilesystemParams, none, QueryInt, Timestamp } from "./common";
import { operation } from "./operation";

const USAGE = "/api/v1/orgs/{org_id}/filesystems/{fs_id}/usage";
const common = {
  method: "GET",
  access: { scope: "filesystem", mode: "ro", needs: "files:read" },
  rate: "management",
  params: FilesystemParams,
  status: 200,
  errors: [],
} as const;

const Bytes = z.int().min(0).meta({ example: 4_194_304 });

export const usage = {
  get: operation({
    ...common,
    id: "getUsage",
    path: USAGE,
    summary: "Get the size of a filesystem and its traffic in the last 30 days",
    access: { scope: "filesystem", mode: "ro", needs: "files:read", mounts: true },
    query: none,
    result: z.object({
      retained_bytes: Bytes.meta({
        description: "Total size of all files; hard links count once.",
        example: 52_428_800,
      }),
      byte_quota: Bytes.nullable().meta({ example: null }),
      entries: z.int().min(0).meta({ example: 1_204 }),
      entry_quota: z.int().min(0).nullable().meta({ example: null }),
      trash_bytes: Bytes.meta({
        description: "How much of `retained_bytes` only the trash holds.",
        example: 1_048_576,
      }),
      trash_entries: z.int().min(0).meta({ example: 12 }),
      bytes_read_30d: Bytes.meta({
        description: "File contents read, per UTC day including today; about a second behind.",
      }),
      bytes_written_30d: Bytes,
      last_change_at: Timestamp.nullable().meta({
        description: "Of the newest change that is kept.",
      }),
    }),
  }),
  history: operation({
    ...common,
    id: "getUsageHistory",
    path: `${USAGE}/history`,
    summary: "Get bytes read and written per UTC day, oldest first",
    query: z.strictObject({ days: QueryInt(1, 365, 30) }),
    result: z.array(z.object({ date: z.iso.date(), bytes_read: Bytes, bytes_written: Bytes })),
  }),
};
