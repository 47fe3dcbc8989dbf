import type { QueryClient } from "@tanstack/react-query";

import { filesystemSummaryQuery } from "@/console/queries/filesystem-summary";
import { type Filesystem, filesystemsQuery } from "@/console/queries/filesystems";

/** Asks the filesystems of an organisation, and the summaries of those that a page shows. */
export async function askFilesystems(
  cache: QueryClient,
  orgId: string,
  shownOf: (all: readonly Filesystem[]) => readonly Filesystem[],
): Promise<void> {
  const shown = shownOf(await cache.query(filesystemsQuery(orgId)));
  await Promise.all(shown.map(({ id }) => cache.query(filesystemSummaryQuery(orgId, id))));
}
