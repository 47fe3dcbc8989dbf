import {
  type Changes,
  type FileInfo,
  readArray,
  readCursor,
  readEvents,
  readFile,
  readObject,
} from "@/kits/typescript/message.ts";

/** Where a real service is, and a key that may create filesystems in an organisation. */
export type Service = { api: string; org: string; key: string };

/** A filesystem of the service, whose files the suite changes. */
export type Filesystem = {
  id: string;
  put(path: string, content: string): Promise<void>;
  remove(path: string): Promise<void>;
  move(from: string, to: string): Promise<void>;
  /** The newest cursor. */
  head(): Promise<bigint>;
  /** At most 100 changes after a cursor. */
  changesAfter(cursor: bigint): Promise<Changes>;
  /** All files as they are now at a path and below it, without the root directory. */
  list(path: string): Promise<FileInfo[]>;
};

/** Creates a filesystem for one check. It stays: an API key cannot delete it. */
export async function createFilesystem({ api, org, key }: Service): Promise<Filesystem> {
  async function call(method: string, route: string, body?: string | object) {
    const response = await fetch(new URL(`/api/v1/orgs/${org}/filesystems${route}`, api), {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(typeof body === "object" && { "content-type": "application/json" }),
      },
      body: typeof body === "object" ? JSON.stringify(body) : (body ?? null),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${text}`);
    return text === "" ? {} : readObject(JSON.parse(text));
  }
  const made = await call("POST", "", { name: `receiver conformance ${Date.now()}` });
  const id = String(made.id);
  return {
    id,
    put: async (path, content) => {
      await call("PUT", `/${id}/files?parents=true&${at(path)}`, content);
    },
    remove: async (path) => {
      await call("DELETE", `/${id}/files?recursive=true&${at(path)}`);
    },
    move: async (from, to) => {
      await call("POST", `/${id}/files:move`, { from, to });
    },
    head: async () => readCursor((await call("GET", `/${id}/changes`)).cursor),
    async changesAfter(cursor) {
      const page = await call("GET", `/${id}/changes?cursor=${cursor}`);
      return { cursor: readCursor(page.cursor), events: readEvents(page.events) };
    },
    async list(path) {
      const page = await call("GET", `/${id}/entries?recursive=true&${at(path)}`);
      const entries = readArray(page.entries);
      return (path === "/" ? entries : [page.root, ...entries]).map(readFile);
    },
  };
}

const at = (path: string) => `path=${encodeURIComponent(path)}`;
