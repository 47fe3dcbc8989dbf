import { entriesApi } from "@/lib/api-client/calls/entries";
import { urlOf } from "@/lib/api-client/request";

import type { FilesystemIds } from "./webhooks";

// Of the paths in one request, which the service and what is before it take in an address.
const MAX_PATHS = 100;
const MAX_ADDRESS = 8_000;

/** Where entries are downloaded with all below them, as one archive; null: too many for one address. */
export function archiveUrl(params: FilesystemIds, paths: readonly string[]): string | null {
  const query = new URLSearchParams(paths.map((path) => ["path", path])).toString();
  if (paths.length > MAX_PATHS || query.length > MAX_ADDRESS) return null;
  return `${urlOf(entriesApi.archive.path, params)}?${query}`;
}
