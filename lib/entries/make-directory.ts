import type { FilesystemContext } from "@/lib/auth/context";

import type { Stamp } from "./tree-change";
import { writeEntry, type Shown } from "./write-entry";

type Input = Stamp & Shown & { path: string; parents: boolean; mode: number };

/**
 * Creates a directory; with `parents`, missing parents too (spec 5.14).
 * @throws AppError `already_exists`, `parent_not_found`, `not_a_directory`, `entry_quota_exceeded` or
 * `organisation_entry_quota_exceeded`.
 */
export const makeDirectory = (ctx: FilesystemContext, { fields, ...change }: Input) =>
  writeEntry(ctx, { op: "mkdir", ...change }, { fields });
