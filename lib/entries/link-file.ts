import type { FilesystemContext } from "@/lib/auth/context";

import { writeEntry, type Shown } from "./write-entry";

type Input = Shown & { target: string; path: string };

/**
 * Creates a hard link `path` to the file or symbolic link at `target` (spec 5.17).
 * @throws AppError with one of the codes of `api.entries.link`.
 */
export const linkFile = (ctx: FilesystemContext, { fields, ...change }: Input) =>
  writeEntry(ctx, { op: "link", ...change }, { fields });
