import type { z } from "zod";

import { reach, readRefusal, request, RequestError, urlOf } from "@/lib/api-client/request";
import { api } from "@/lib/contract/api";
import type { Operation } from "@/lib/contract/operation";
import { Stat } from "@/lib/contract/stat";

import { bytesOf, type Range } from "./changed-ranges";
import type { Session } from "./credential";
import { bodyOf, hashOf } from "./file-body";
import { persist } from "./persist";

const REQUEST_MS = 30_000;
const UPLOAD_MS = 3_600_000;
const FIELDS = { fields: "stat" } as const;

/** A change as a batch takes it. */
export type Change = z.input<typeof api.entries.batch.body>["changes"][number];

/** What a write stores besides contents, as the API takes it. */
export type Stamp = { mode?: string; modified_at?: string; uid?: number; gid?: number };

/** A page of a listing. */
export type Page = {
  root: Stat | null;
  entries: Stat[];
  cursor: string;
  next_page_token: string | null;
};

/** A change that was made: what the service shows then, null after a removal, and its cursor if that is known. */
export type Made = { stat: Stat | null; cursor: string | null };

/** The outcome of one change of a batch. */
export type Result = Made & { error: { code: string } | null };

type Connection = { baseUrl: string; session: { current: Session } };

/** The mounted filesystem at the service. */
export type Remote = ReturnType<typeof createRemote>;

/** @param session the current one, which may be replaced */
export function createRemote(baseUrl: string, session: { current: Session }) {
  const connection = { baseUrl, session };
  return {
    /** The author of this mount's changes. */
    author: () => `mount:${session.current.id}`,
    /** Where and as whom the changes after a cursor are followed. */
    feedRequest: (cursor: string): [url: string, headers: Record<string, string>] => {
      const { params, from } = basics(connection);
      const query = { cursor, limit: 1000, ...FIELDS };
      const { authorization } = from;
      return [
        baseUrl + urlOf(api.changes.list.path, params, query),
        { authorization, accept: "text/event-stream" },
      ];
    },
    ...createReads(connection),
    ...createWrites(connection),
  };
}

function basics({ baseUrl, session: { current } }: Connection) {
  return {
    params: { org_id: current.orgId, fs_id: current.filesystemId },
    from: { baseUrl, authorization: `Bearer ${current.token}` },
    signal: AbortSignal.timeout(REQUEST_MS),
  };
}

/** Reads are repeated while the service is away or limits the rate. They throw FuseErrors. */
const createReads = (connection: Connection) => ({
  /** The entry at a path; null if there is none. */
  stat: (path: string): Promise<Stat | null> => statBy(connection, { path }),
  /** A page of a directory, and of what it is itself. */
  list: (path: string, pageToken: string | null): Promise<Page> =>
    persist(async () => {
      const from = pageToken === null ? {} : { page_token: pageToken };
      const query = { path, ...FIELDS, ...from };
      const page = await request(api.entries.list, { ...basics(connection), query });
      const root = page.root === null ? null : Stat.parse(page.root);
      return { ...page, root, entries: page.entries.map((entry) => Stat.parse(entry)) };
    }),
  /** A path of a node; null if it has none. */
  pathOf: (nodeId: string): Promise<string | null> =>
    statBy(connection, { node_id: nodeId }).then((stat) => stat?.path ?? null),
  /**
   * The contents with this etag, or an inclusive range of them; refused if the file at the path has others now. An empty
   * path is for contents that no file may have any longer.
   */
  read: (path: string, etag: string, range: [number, number] | null): Promise<Response> =>
    persist(() => {
      const part = range === null ? {} : { range: `bytes=${range[0]}-${range[1]}` };
      if (path === "") {
        const more = { etag: etag.replaceAll('"', "") };
        return send(connection, api.entries.readContent, {}, part, {}, { more });
      }
      const headers = { "if-match": etag, ...part };
      return send(connection, api.entries.read, { path }, headers, {});
    }),
  usage: () => persist(() => request(api.usage.get, basics(connection))),
});

const statBy = (
  connection: Connection,
  query: z.input<typeof api.entries.stat.query>,
): Promise<Stat | null> =>
  persist(async () => {
    try {
      return await request(api.entries.stat, { ...basics(connection), query });
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  });

/** Writes are not repeated here, as they may have been made. They throw RequestErrors. */
const createWrites = (connection: Connection) => ({
  /** Makes changes in one transaction, each with its own outcome. */
  change: async (changes: Change[]): Promise<Result[]> => {
    const query = FIELDS;
    const body = { changes };
    const made = await request(api.entries.batch, { ...basics(connection), query, body });
    return made.results.map(({ error, file, cursor }) => ({
      error,
      stat: file === null ? null : Stat.parse(file),
      cursor,
    }));
  },
  move: (source: string, to: string, overwrite: boolean) =>
    move(connection, { from: source, to, overwrite }),
  exchange: (source: string, to: string, ifMatch?: string) =>
    move(connection, { from: source, to, exchange: true, if_match: ifMatch }),
  /** Uploads the first `size` bytes of a local file, if the service meets a condition, which are headers. */
  put: async (
    path: string,
    file: string,
    size: number,
    stamp: Stamp,
    condition: Record<string, string> = {},
  ): Promise<Made> => {
    const query = { path, ...FIELDS, ...stamp };
    const headers = { "content-length": String(size), ...condition };
    const init = { body: bodyOf(file, [[0, size]]), duplex: "half" };
    return madeBy(await send(connection, api.entries.put, query, headers, init));
  },
  /** The same, of which the service has all but `ranges` in the content with this etag. */
  putRanges: async (
    path: string,
    file: string,
    size: number,
    stamp: Stamp,
    { etag, ranges }: { etag: string; ranges: readonly Range[] },
  ): Promise<Made> => {
    const query = { path, ...FIELDS, ...stamp };
    const list = ranges.map(([from, to]) => `${from}-${to - 1}`).join(",");
    const headers = {
      "content-length": String(bytesOf(ranges)),
      "content-range": `bytes ${list || "*"}/${size}`,
      "if-match": etag,
      "x-content-sha256": await hashOf(file, size),
    };
    const init = { body: bodyOf(file, ranges), duplex: "half" };
    return madeBy(await send(connection, api.entries.writeRanges, query, headers, init));
  },
});

async function move(connection: Connection, change: z.input<typeof api.entries.move.body>) {
  const body = JSON.stringify(change);
  const headers = { "content-type": "application/json" };
  const limit = { forMs: REQUEST_MS };
  return madeBy(await send(connection, api.entries.move, FIELDS, headers, { body }, limit));
}

const madeBy = async (response: Response): Promise<Made> => ({
  stat: Stat.parse(await response.json()),
  cursor: response.headers.get("x-cursor"),
});

async function send(
  connection: Connection,
  op: Operation,
  query: object,
  headers: Record<string, string>,
  init: { body?: BodyInit; duplex?: string },
  { forMs = UPLOAD_MS, more = {} }: { forMs?: number; more?: Record<string, string> } = {},
): Promise<Response> {
  const { params, from } = basics(connection);
  const response = await reach(from.baseUrl + urlOf(op.path, { ...params, ...more }, query), {
    ...init,
    method: op.method,
    headers: { authorization: from.authorization, ...headers },
    signal: AbortSignal.timeout(forMs),
  });
  if (!response.ok) throw await readRefusal(response);
  return response;
}

const isMissing = (error: unknown) =>
  error instanceof RequestError && ["path_not_found", "not_a_directory"].includes(error.code);
