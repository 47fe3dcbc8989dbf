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
 * The pages of a directory after changes that were told of, so that a long list need not be read again. What belongs
 * behind the last page that was read waits for its own page. Telling twice does no harm. Pages without changes stay the
 * same objects; the cost follows the changes and the pages they fall into, however long the list.
 */
export function takeChanges(
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
  const news = [...latest.values()].toSorted((a, b) => compareBytes(a.path, b.path));
  let taken = 0;
  const pages = data.pages.map((page) => {
    const last = page.entries.at(-1)?.path;
    const until =
      page.next_page_token === null ? news.length : last === undefined ? 0 : endOf(news, last);
    const here = news.slice(taken, until);
    taken = Math.max(taken, until);
    return here.length === 0 ? page : { ...page, entries: merge(page.entries, here) };
  });
  return { ...data, pages };
}

function merge(entries: readonly Entry[], news: readonly EntryChange[]): Entry[] {
  const parts: Entry[][] = [];
  let from = 0;
  for (const { path, file } of news) {
    const after = endOf(entries, path);
    const isThere = entries[after - 1]?.path === path;
    parts.push(entries.slice(from, isThere ? after - 1 : after), file === null ? [] : [file]);
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
