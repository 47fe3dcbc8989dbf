import type { LimitName } from "@/console/queries/organisations";
import { sizeOf } from "@/lib/contract/size-of";

const labels = {
  bytes: "Storage",
  entries: "Files and folders",
  filesystems: "Filesystems",
  api_keys: "API keys",
  invitations: "Pending invitations",
  streams: "Open streams and long polls",
  file_requests: "File requests per minute",
  management_requests: "Other requests per minute",
} as const satisfies Record<LimitName, string>;

export const limitsText = {
  title: "Limits",
  description: "Current usage and limits. The operator of this service can raise them.",
  labels,
  /** Those that stay used until something is deleted. */
  lasting: ["bytes", "entries", "filesystems", "api_keys"] satisfies LimitName[],
  names: [
    "bytes",
    "entries",
    "filesystems",
    "api_keys",
    "invitations",
    "streams",
    "file_requests",
    "management_requests",
  ] satisfies LimitName[],
  formatOf: (name: LimitName) =>
    name === "bytes" ? sizeOf : (count: number) => count.toLocaleString("en"),
} as const;
