import { createHash } from "node:crypto";

import type { FileEvent, FileInfo } from "@/examples/receiver/message";

import { TEST_SECRET } from "./sender";

/** Entries per listing page and events per feed page. */
const PAGE = 3;

const WEBHOOK = { id: "wh_1", path_prefix: "/", secret: TEST_SECRET };

/** A flat tree with its change log, enough of a filesystem to test a receiver with. */
export type FakeFilesystem = ReturnType<typeof createFakeFilesystem>;

/** Returns an empty filesystem at cursor 0. */
export function createFakeFilesystem() {
  const tree = new Map<string, string>();
  const log: { type: FileEvent["type"]; path: string; cursor: number }[] = [];
  let [head, floor] = [0, 0];

  function infoAt(path: string): FileInfo | null {
    const text = tree.get(path);
    return text === undefined ? null : infoOf(path, text);
  }

  function listing(query: URLSearchParams) {
    const after = query.get("page_token") ?? "";
    const prefix = (query.get("path") ?? "/").replace(/\/$/, "");
    const left = [...tree.keys()]
      .filter((path) => path > after && `${path}/`.startsWith(`${prefix}/`))
      .toSorted();
    const shown = left.slice(0, PAGE);
    const root = { ...infoOf("/", ""), type: "directory", size: 0 };
    const token = left.length > PAGE ? shown.at(-1) : null;
    return { root, entries: shown.map(infoAt), cursor: String(head), next_page_token: token };
  }

  function feed(query: URLSearchParams): [number, unknown] {
    const after = Number(query.get("cursor") ?? head);
    if (after < floor || after > head) {
      return [410, { detail: { code: "cursor_expired", cursor: String(head) } }];
    }
    const found = log.filter((change) => change.cursor > after).slice(0, PAGE);
    const cursor = found.at(-1)?.cursor ?? head;
    const events = found.map((change) => ({ ...change, file: infoAt(change.path) }));
    return [200, { events, cursor: String(cursor), has_more: cursor < head }];
  }

  return {
    head: () => head,
    /** Writes a file, or removes it when `content` is null. Returns the cursor of the change. */
    change(path: string, content: string | null): number {
      head += 1;
      const type = content === null ? "deleted" : tree.has(path) ? "updated" : "created";
      log.push({ type, path, cursor: head });
      if (content === null) tree.delete(path);
      else tree.set(path, content);
      return head;
    },
    /** The events after a cursor, as a message would carry them now. */
    eventsAfter: (cursor: number): FileEvent[] =>
      log
        .filter((change) => change.cursor > cursor)
        .map(({ type, path }) => ({ type, path, file: infoAt(path) })),
    infos: () => new Map([...tree].map(([path, text]) => [path, infoOf(path, text)])),
    /** Prunes the log up to the head, so that an older cursor gets a 410. */
    prune(): void {
      floor = head;
    },
    /** Handles a request such as `GET /entries`; returns a status and a body. */
    respond(kind: string, query: URLSearchParams): [number, unknown] {
      if (kind === "GET /webhooks") return [200, []];
      if (kind === "POST /webhooks") return [201, WEBHOOK];
      if (kind === "GET /entries") return [200, listing(query)];
      if (kind === "GET /changes") return feed(query);
      const text = kind === "GET /files" ? tree.get(query.get("path") ?? "") : undefined;
      return text === undefined ? [404, problem("path_not_found")] : [200, text];
    },
  };
}

/** Returns an error body. */
export function problem(code: string) {
  return { detail: { code, message: code, request_id: "req_1" } };
}

function infoOf(path: string, text: string): FileInfo {
  const etag = `"${createHash("sha256").update(text).digest("hex").slice(0, 32)}"`;
  return { path, type: "file", size: text.length, etag, modified_at: "2026-01-01T00:00:00.000Z" };
}
