import { createHash } from "node:crypto";

import { Cursor } from "@/lib/contract/common";
import { normalisePath, pathProblem } from "@/lib/contract/path";
import { InvalidInput } from "@/lib/errors";

/** The listing a token belongs to; any other rejects it. */
export type Listing = { filesystemId: string; path: string; recursive: boolean };

/** Where a page starts: after the path `after`, relative to the listed one; `cursor` is the first page's. */
export type Position = { cursor: string; after: string };

/** An opaque token. Not JSON, whose escapes could make a long path exceed the URL limit. */
export function writePageToken(listing: Listing, { cursor, after }: Position): string {
  return Buffer.from(`${cursor} ${mark(listing)} ${after}`).toString("base64url");
}

/** @throws InvalidInput `page_token` if the text is malformed or from another listing */
export function readPageToken(listing: Listing, token: string): Position {
  const text = Buffer.from(token, "base64url").toString("utf8");
  const [, cursor = "", marked, after = ""] = /^(\d+) ([0-9a-f]{16}) (.+)$/s.exec(text) ?? [];
  const isOurs =
    marked === mark(listing) &&
    Cursor.safeParse(cursor).success &&
    pathProblem(after) === null &&
    after === normalisePath(after) &&
    after !== "/";
  if (isOurs) return { cursor, after };
  throw new InvalidInput([
    {
      loc: ["query", "page_token"],
      msg: "must be a page token of this listing",
      type: "page_token",
    },
  ]);
}

function mark({ filesystemId, path, recursive }: Listing): string {
  const text = `${filesystemId} ${recursive} ${path}`;
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
