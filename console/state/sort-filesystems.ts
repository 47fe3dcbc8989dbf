import type { WebhookCounts } from "@/console/queries/filesystem-summary";
import type { Filesystem } from "@/console/queries/filesystems";

import { byName, type Order, readOrder } from "./order";

export const COLUMNS = ["name", "size", "health"] as const;
export type FilesystemOrder = Order<(typeof COLUMNS)[number]>;
/** The order of the list when it is opened. */
export const BY_NAME: FilesystemOrder = { by: "name", isDescending: false };

/** The order of filesystems that the text in the address asks for. */
export const readFilesystemOrder = (text: string): FilesystemOrder =>
  readOrder(text, COLUMNS, BY_NAME);

/** What is known of filesystems, by their ids. */
export type Summaries = ReadonlyMap<
  string,
  { usage: { retained_bytes: number }; webhooks: WebhookCounts }
>;

/** How urgent the worst of the webhooks is: failing, disabled, retrying, paused, healthy, none. */
function urgencyOf({ failing, disabled, retrying, paused, total }: WebhookCounts): number {
  const worst = [failing, disabled, retrying, paused, total].findIndex((count) => count > 0);
  return worst === -1 ? 0 : 5 - worst;
}

/** Filesystems in an order; equal ones, and those of which nothing is known yet, by name. */
export function sortFilesystems(
  filesystems: readonly Filesystem[],
  { by, isDescending }: FilesystemOrder,
  summaries: Summaries,
): Filesystem[] {
  const sign = isDescending ? -1 : 1;
  const valueOf = ({ id }: Filesystem) => {
    const summary = summaries.get(id);
    if (summary === undefined) return -1;
    return by === "size" ? summary.usage.retained_bytes : urgencyOf(summary.webhooks);
  };
  return filesystems.toSorted((a, b) =>
    by === "name"
      ? sign * byName(a.name, b.name)
      : sign * (valueOf(a) - valueOf(b)) || byName(a.name, b.name),
  );
}
