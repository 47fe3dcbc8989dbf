import { sizeOf } from "@/lib/contract/size-of";

import { quotaErrors } from "./quota-errors";
import { countOf } from "./sizes";

/** The tray of uploads. */
export const uploadText = {
  title: "Uploads",
  all: "All uploads",
  list: "List of uploads",
  progress: (done: number, count: number, sent: number, total: number) =>
    `Uploading ${Math.min(done + 1, count).toLocaleString("en")} of ${count.toLocaleString("en")} · ${sizeOf(sent)} of ${sizeOf(total)}`,
  waiting: "Connection lost. Uploads continue once it's back.",
  attention: "Some uploads need your attention",
  more: (count: number) => `${count.toLocaleString("en")} more`,
  uploading: (name: string) => `Uploading ${name}`,
  exists: "File already exists",
  replaceLoses: "If you replace a file, the existing file's contents are lost.",
  replace: "Replace",
  replaceAll: (count: number) => `Replace all ${count}`,
  keepBoth: "Keep both",
  keepAll: "Keep both of each",
  skip: "Skip",
  skipAll: "Skip all",
  retry: "Retry",
  retryAll: (count: number) => `Retry all ${count}`,
  cancel: "Cancel",
  cancelAll: "Cancel all",
  dismiss: "Dismiss",
  actionOn: (action: string, name: string) => `${action} ${name}`,
  done: (count: number) => `${countOf(count, "file")} uploaded`,
  errors: {
    is_directory: "A folder with this name already exists. Rename the file and upload it again.",
    ...quotaErrors,
    file_too_large: "This file is larger than the service accepts.",
    parent_not_found: "This folder no longer exists. Upload to another one.",
    storage_full: "The server's disk is full. Ask your operator to add space.",
    too_many_open: "Too many uploads at once. Wait for some to finish, then try again.",
  },
} as const;
