import type { InfiniteData } from "@tanstack/react-query";
import type { z } from "zod";

import type { FileInfo } from "@/lib/contract/common";
import type { entries } from "@/lib/contract/entries";

import { directoryOf } from "./paths";

type Entry = z.infer<typeof FileInfo>;
type Page = z.infer<typeof entries.list.result>;
type Pages = InfiniteData<Page>;

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
 * behind the last page that was read waits for its own page. Telling twice does no harm.
 */
export function takeChanges(
  data: Pages,
  directory: string,
  changes: readonly EntryChange[],
): Pages {
  const news = new Map(
    changes
      .filter(({ path }) => path !== "/" && directoryOf(path) === directory)
      .map(({ path, file }) => [path, file]),
  );
  if (news.size === 0) return data;
  const added = new Map(news);
  const pages = data.pages.map((page) => {
    if (!page.entries.some(({ path }) => news.has(path))) return page;
    const kept = page.entries.flatMap((entry) => {
      added.delete(entry.path);
      const now = news.get(entry.path);
      return now === undefined ? [entry] : now === null ? [] : [now];
    });
    return { ...page, entries: kept };
  });
  for (const file of added.values()) if (file !== null) insert(pages, file);
  return { ...data, pages };
}

function insert(pages: Page[], file: Entry): void {
  const isBefore = (entry: Entry | undefined) =>
    entry !== undefined && compareBytes(file.path, entry.path) < 0;
  const found = pages.findIndex((page) => isBefore(page.entries.at(-1)));
  const at = found === -1 ? pages.length - 1 : found;
  const page = pages[at];
  if (page === undefined || (found === -1 && page.next_page_token !== null)) return;
  const next = found === -1 ? page.entries.length : page.entries.findIndex(isBefore);
  pages[at] = { ...page, entries: page.entries.toSpliced(next, 0, file) };
}
