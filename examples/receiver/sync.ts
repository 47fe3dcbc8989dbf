import { z } from "zod";

import { ApiError, type Api } from "./api";
import { cursorSchema, eventSchema, fileInfoSchema, type FileInfo } from "./message";
import type { Step } from "./mirror";

const PAGE = "1000";

const listingSchema = z.object({
  root: fileInfoSchema.nullable(),
  entries: z.array(fileInfoSchema),
  next_page_token: z.string().nullable(),
});

const feedSchema = z.object({
  events: z.array(eventSchema),
  cursor: cursorSchema,
  has_more: z.boolean(),
});

/** The part of a filesystem that a webhook covers, and the client to read it. */
export type Source = {
  api: Api;
  /** `/orgs/{org}/filesystems/{fs}` */
  base: string;
  /** The webhook's path_prefix: a directory, a file or a path that does not exist yet. */
  prefix: string;
};

/**
 * Returns everything at the prefix and below it. Pages may be from different points in time:
 * changes made meanwhile have a later cursor than the resync and arrive as messages.
 * See spec 5.13, 9.5.
 */
export async function list({ api, base, prefix }: Source): Promise<FileInfo[]> {
  const found: FileInfo[] = [];
  let token: string | null = null;
  do {
    const query: Record<string, string> = { path: prefix, recursive: "true", limit: PAGE };
    if (token !== null) query.page_token = token;
    const page = listingSchema.parse((await api.call("GET", `${base}/entries`, { query })).json);
    if (token === null && page.root !== null) found.push(page.root);
    for (const entry of page.entries) found.push(entry);
    token = page.next_page_token;
  } while (token !== null);
  return found;
}

/**
 * Returns what follows on a mirror that was listed with `listed` and is at `cursor`: a page of the
 * feed, which tells nothing of files that were at another prefix before, or a resync from the head.
 */
export async function readOn(
  source: Source,
  cursor: bigint,
  listed: string | null,
): Promise<{ step: Step; hasMore: boolean }> {
  const { api, base, prefix } = source;
  if (prefix === listed) return readFeed(source, cursor);
  const query = { path_prefix: prefix };
  const { json } = await api.call("GET", `${base}/changes`, { query });
  return { step: { kind: "resync", cursor: feedSchema.parse(json).cursor }, hasMore: false };
}

/**
 * Returns the step after `cursor` in the change feed and whether more follow. An expired cursor
 * gives a resync from the head. See spec 6.6, 9.7.
 */
export async function readFeed(
  { api, base, prefix }: Source,
  cursor: bigint,
): Promise<{ step: Step; hasMore: boolean }> {
  const query = { cursor: cursor.toString(), limit: PAGE, path_prefix: prefix };
  try {
    const page = feedSchema.parse((await api.call("GET", `${base}/changes`, { query })).json);
    const step: Step = { kind: "changes", cursor: page.cursor, events: page.events };
    return { step, hasMore: page.has_more };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "cursor_expired") throw error;
    return {
      step: { kind: "resync", cursor: cursorSchema.parse(error.cursor) },
      hasMore: false,
    };
  }
}
