import type { InfiniteData } from "@tanstack/react-query";
import type { z } from "zod";

import { directoryOf } from "@/console/state/paths";
import type { FileInfo } from "@/lib/contract/common";
import type { entries } from "@/lib/contract/entries";

type Entry = z.infer<typeof FileInfo>;
type Pages = InfiniteData<z.infer<typeof entries.list.result>>;

/** What is at a path now; null: nothing. */
export type EntryChange = { path: string; file: Entry | null };

const encoder = new TextEncoder();

/** Which of two texts comes first by its bytes in UTF-8, as the service lists names; below 0 for the first. */
export function compareBytes(one: string, other: string): number {
  const [a, b] = [encoder.encode(one), encoder.encode(other)];
  const at = a.findIndex((byte, i) => byte !== b[i]);
  return at === -1 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
}

/**
 * Applies pushed changes to the loaded pages of a directory, so that a long list isn't loaded again. It is
 * idempotent. Entries beyond the last loaded page are skipped: they come with their own page. Pages
 * without changes stay the same objects.
 */
export function applyChanges(
  data: Pages,
  directory: string,
  changes: readonly EntryChange[],
): Pages {
  const latest = new Map(
    changes
      .filter(({ path }) => path !== "/" && directoryOf(path) === directory)
      .map((change) => [change.path, change]),
  );
  if (latest.size === 0) return data;
  const sorted = [...latest.values()].toSorted((a, b) => compareBytes(a.path, b.path));
  let applied = 0;
  const pages = data.pages.map((page) => {
    const last = page.entries.at(-1)?.path;
    const until =
      page.next_page_token === null ? sorted.length : last === undefined ? 0 : endOf(sorted, last);
    const inPage = sorted.slice(applied, until);
    applied = Math.max(applied, until);
    return inPage.length === 0 ? page : { ...page, entries: merge(page.entries, inPage) };
  });
  return { ...data, pages };
}

function merge(entries: readonly Entry[], changes: readonly EntryChange[]): Entry[] {
  const parts: Entry[][] = [];
  let from = 0;
  for (const { path, file } of changes) {
    const after = endOf(entries, path);
    const exists = entries[after - 1]?.path === path;
    parts.push(entries.slice(from, exists ? after - 1 : after), file === null ? [] : [file]);
    from = after;
  }
  return [...parts, entries.slice(from)].flat();
}

/** How many of a sorted list come before a path or are at it. */
function endOf(sorted: readonly { path: string }[], path: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareBytes(sorted[middle]?.path ?? "", path) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
