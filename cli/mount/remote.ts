import { z } from "zod";

import { type ApiClient, createApiClient } from "@/lib/api-client/client";
import { readJson, RequestError } from "@/lib/api-client/request";
import { api } from "@/lib/contract/api";
import { Stat } from "@/lib/contract/stat";

import type { Access } from "./access";
import { bytesOf, type Range } from "./changed-ranges";
import { bodyOf, hashOf } from "./file-body";

const REQUEST_MS = 30_000;
const CONTENT_MS = 3_600_000;
const READ_RETRY_MS = 30_000;
const FIELDS = { fields: "stat" } as const;
// With them entries have all fields of Stat.
const LIST = {
  ...api.entries.list,
  result: api.entries.list.result.extend({ root: Stat.nullable(), entries: z.array(Stat) }),
};

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

/** The mounted filesystem at the service. */
export type Remote = ReturnType<typeof createRemote>;

/** The filesystem as a mount with this access sees it. */
export function createRemote(baseUrl: string, access: Access) {
  const params = () => ({ org_id: access.session().orgId, fs_id: access.session().filesystemId });
  const credential = {
    token: () => Promise.resolve(access.session().token),
    renew: access.tokenAfter,
  };
  const client = (forMs: number) =>
    createApiClient({
      baseUrl,
      credential,
      timeoutMs: REQUEST_MS,
      retry: { forMs, waitsForLimits: forMs > 0 },
    });
  const once = client(0);
  return {
    /** Whether the author of a change is this mount. */
    isOwn: access.isOwn,
    /** Opens the stream of the changes after a cursor; it breaks when the session is replaced. @throws RequestError */
    openFeed: (cursor: string, signal: AbortSignal): Promise<Response> =>
      once.send(api.changes.list, {
        params: params(),
        query: { cursor, limit: "1000", ...FIELDS },
        headers: { accept: "text/event-stream" },
        signal: AbortSignal.any([signal, access.replaced()]),
      }),
    /** A page of all that is below a directory, which is asked for once. @throws RequestError */
    listBelow: (path: string, pageToken: string | null): Promise<Page> =>
      once.call(LIST, {
        params: params(),
        query: { ...pageOf(path, pageToken), recursive: "true" },
      }),
    ...createReads(client(READ_RETRY_MS), params),
    ...createWrites(once, params),
  };
}

const pageOf = (path: string, pageToken: string | null) => ({
  path,
  ...FIELDS,
  ...(pageToken === null ? {} : { page_token: pageToken }),
});

type Params = () => { org_id: string; fs_id: string };

/** Reads are repeated while the service is away or limits the rate. They throw RequestErrors. */
const createReads = ({ call, send }: ApiClient, params: Params) => ({
  /** The entry at a path; null if there is none. */
  stat: (path: string): Promise<Stat | null> =>
    unlessMissing(call(api.entries.stat, { params: params(), query: { path } })),
  /** A page of a directory, and of what it is itself. */
  list: (path: string, pageToken: string | null): Promise<Page> =>
    call(LIST, { params: params(), query: pageOf(path, pageToken) }),
  /** A path of a node; null if it has none. */
  pathOf: async (nodeId: string): Promise<string | null> => {
    const query = { node_id: nodeId };
    const stat = await unlessMissing(call(api.entries.stat, { params: params(), query }));
    return stat?.path ?? null;
  },
  /**
   * The contents with this etag, or an inclusive range of them; refused if the file at the path has others now. An empty
   * path is for contents that no file may have any longer.
   */
  read: (path: string, etag: string, range: [number, number] | null): Promise<Response> => {
    const part = range === null ? {} : { range: `bytes=${range[0]}-${range[1]}` };
    const common = { accept: [200, 206], signal: AbortSignal.timeout(CONTENT_MS) };
    if (path === "") {
      const of = { ...params(), etag: etag.replaceAll('"', "") };
      return send(api.entries.readContent, { ...common, params: of, headers: part });
    }
    const headers = { "if-match": etag, ...part };
    return send(api.entries.read, { ...common, params: params(), query: { path }, headers });
  },
  usage: () => call(api.usage.get, { params: params() }),
});

/** Writes are not repeated here, as they may have been made. They throw RequestErrors. */
const createWrites = (client: ApiClient, params: Params) => {
  const { call } = client;
  const put = createPut(client, params);
  const move = createMove(client, params);
  return {
    /** Makes changes in one transaction, each with its own outcome. */
    change: async (changes: Change[]): Promise<Result[]> => {
      const made = await call(api.entries.batch, {
        params: params(),
        query: FIELDS,
        body: { changes },
      });
      return made.results.map(({ error, file, cursor }) => ({
        error,
        stat: file === null ? null : Stat.parse(file),
        cursor,
      }));
    },
    move: (from: string, to: string, overwrite: boolean) => move({ from, to, overwrite }),
    exchange: (from: string, to: string, ifMatch?: string) =>
      move({ from, to, exchange: true, if_match: ifMatch }),
    /** Uploads the first `size` bytes of a local file, if the service meets a condition, which are headers. */
    put: (
      path: string,
      file: string,
      size: number,
      stamp: Stamp,
      condition: Record<string, string> = {},
    ): Promise<Made> => {
      const headers = { "content-length": String(size), ...condition };
      return put(api.entries.put, { path, ...stamp }, headers, () => bodyOf(file, [[0, size]]));
    },
    /** The same, of which the service has all but `ranges` in the content with this etag. */
    putRanges: async (
      path: string,
      file: string,
      size: number,
      stamp: Stamp,
      { etag, ranges }: { etag: string; ranges: readonly Range[] },
    ): Promise<Made> => {
      const list = ranges.map(([from, to]) => `${from}-${to - 1}`).join(",");
      const headers = {
        "content-length": String(bytesOf(ranges)),
        "content-range": `bytes ${list || "*"}/${size}`,
        "if-match": etag,
        "x-content-sha256": await hashOf(file, size),
      };
      return put(api.entries.writeRanges, { path, ...stamp }, headers, () => bodyOf(file, ranges));
    },
  };
};

const createPut =
  ({ send }: ApiClient, params: Params) =>
  async (
    op: typeof api.entries.put | typeof api.entries.writeRanges,
    query: { path: string } & Stamp,
    headers: Record<string, string>,
    content: () => BodyInit,
  ): Promise<Made> => {
    const signal = AbortSignal.timeout(CONTENT_MS);
    const all = { ...inQuery(query), ...FIELDS };
    const accept = [200, 201];
    const input = { params: params(), query: all, headers, content, accept, signal };
    return madeBy(await send(op, input));
  };

const createMove =
  ({ send }: ApiClient, params: Params) =>
  async (body: z.input<typeof api.entries.move.body>): Promise<Made> => {
    const signal = AbortSignal.timeout(REQUEST_MS);
    return madeBy(await send(api.entries.move, { params: params(), query: FIELDS, body, signal }));
  };

const inQuery = ({ uid, gid, ...others }: { path: string } & Stamp) => ({
  ...others,
  ...(uid === undefined ? {} : { uid: String(uid) }),
  ...(gid === undefined ? {} : { gid: String(gid) }),
});

const madeBy = async (response: Response): Promise<Made> => ({
  stat: Stat.parse(await readJson(response)),
  cursor: response.headers.get("x-cursor"),
});

const unlessMissing = (stat: Promise<Stat>): Promise<Stat | null> =>
  stat.catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });

const isMissing = (error: unknown) =>
  error instanceof RequestError && ["path_not_found", "not_a_directory"].includes(error.code);
