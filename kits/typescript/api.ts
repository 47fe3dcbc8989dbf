import {
  type Changes,
  type FileInfo,
  FormatError,
  readArray,
  readCursor,
  readEvents,
  readFile,
  readObject,
} from "./message.ts";

const REQUEST_MS = 30_000;

/** Which part of which filesystem a receiver follows, and how to read it. */
export type SourceOptions = {
  /** The origin of the service, such as `https://files.example.com`. */
  api: string;
  /** An API key that can read the filesystem. */
  key: string;
  org: string;
  filesystem: string;
  /** The webhook's `path_prefix`. Default: `/`. */
  prefix?: string;
};

/** A page of the change feed; `expired` when only a listing helps. See spec 6.6, 9.7. */
export type FeedPage = (Changes & { hasMore: boolean }) | { expired: bigint };

/** What a receiver reads from the files API. */
export type Source = {
  /** What is followed: everything at this path and below it. */
  prefix: string;
  /** Returns the newest cursor. */
  head(signal: AbortSignal): Promise<bigint>;
  /** Returns the changes after a cursor. */
  changes(after: bigint, signal: AbortSignal): Promise<FeedPage>;
  /** Returns everything at the prefix and below it, in pages. The root directory is not part. */
  list(signal: AbortSignal): AsyncGenerator<FileInfo[]>;
};

/** The service refused a request. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** After how many milliseconds a request may be repeated, if the service said so. */
  readonly retryAfterMs: number | undefined;
  constructor(message: string, retryAfterMs?: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Returns a client for the two routes that a receiver needs. */
export function connect({ api, key, org, filesystem, prefix = "/" }: SourceOptions): Source {
  async function get(route: string, query: Record<string, string>, signal: AbortSignal) {
    const url = new URL(`/api/v1/orgs/${org}/filesystems/${filesystem}/${route}`, api);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${key}` },
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]),
    });
    if (response.ok) return readObject(await response.json());
    const detail = await readProblem(response);
    if (response.status === 410 && detail.code === "cursor_expired") return { expired: detail };
    const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
    const wait = seconds >= 0 ? seconds * 1000 : undefined;
    throw new ApiError(
      `${route}: the service returned ${response.status} ${String(detail.code)}`,
      wait,
    );
  }

  return {
    prefix,
    head: async (signal) =>
      readCursor((await get("changes", { path_prefix: prefix }, signal)).cursor),

    async changes(after, signal) {
      const query = { cursor: after.toString(), limit: "1000", path_prefix: prefix };
      const page = await get("changes", query, signal);
      if (page.expired !== undefined)
        return { expired: readCursor(readObject(page.expired).cursor) };
      const [cursor, events] = [readCursor(page.cursor), readEvents(page.events)];
      return { cursor, events, hasMore: page.has_more === true };
    },

    async *list(signal) {
      let token: string | undefined;
      do {
        const query = { path: prefix, recursive: "true", limit: "1000" };
        const page = await get(
          "entries",
          token === undefined ? query : { ...query, page_token: token },
          signal,
        );
        const files = readArray(page.entries).map(readFile);
        const isFirst = token === undefined;
        if (isFirst && page.root !== null) files.unshift(readFile(page.root));
        yield files.filter(({ path }) => path !== "/");
        token = typeof page.next_page_token === "string" ? page.next_page_token : undefined;
      } while (token !== undefined);
    },
  };
}

async function readProblem(response: Response): Promise<Record<string, unknown>> {
  try {
    return readObject(readObject(await response.json()).detail);
  } catch (error) {
    // An HTML page from a proxy: the status is enough.
    if (error instanceof SyntaxError || error instanceof FormatError) return { code: "" };
    throw error;
  }
}
