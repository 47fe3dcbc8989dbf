import type { FilesystemIds } from "@/cli/find-filesystem";
import { childOf } from "@/cli/location";
import type { ApiClient } from "@/lib/api-client/client";
import { readPages } from "@/lib/api-client/read-pages";
import { readJson, RequestError } from "@/lib/api-client/request";
import { FileInfo } from "@/lib/contract/common";
import { entries } from "@/lib/contract/entries";

import { toBody } from "./body";
import { hashing, withoutQuotes } from "./tag";
import type { Content, Replace, Tree, TreeNode } from "./tree";

/** A directory of a filesystem at the service. */
export function createRemoteTree(client: ApiClient, params: FilesystemIds, root: string): Tree {
  const { call, send } = client;
  const at = (path: string) => childOf(root, path);
  const below = (path: string) => path.slice(root === "/" ? 1 : root.length + 1);
  return {
    async root() {
      const entry = await statEntry(client, params, root);
      return entry === null ? null : toNode("", entry);
    },
    async *nodes() {
      const query = { path: root, recursive: "true" } as const;
      const pages = readPages((token) =>
        call(entries.list, { params, query: { ...query, ...token } }),
      );
      for await (const page of pages)
        for (const entry of page.entries) yield toNode(below(entry.path), entry);
    },
    tagOf: (node) => Promise.resolve(node.tag ?? ""),
    read: (node) => async () => {
      // What is written elsewhere must be what was listed.
      const headers = ifMatch(node.tag ?? "");
      const response = await send(entries.read, {
        params,
        query: { path: at(node.path) },
        headers,
      });
      return { size: node.size, stream: checked(node, response) };
    },
    write: (path, content, replace) => put(client, params, at(path), content, replace),
    async makeDirectory(path) {
      const body = { path: at(path), parents: true };
      await call(entries.makeDirectory, { params, body }).catch(ignore("already_exists"));
    },
    async remove(node) {
      const headers = node.type === "directory" ? {} : ifMatch(node.tag ?? "");
      const query = { path: at(node.path) };
      await call(entries.remove, { params, query, headers }).catch(ignore("path_not_found"));
    },
  };
}

/** The entry at a path; null if there is none. @throws RequestError */
export async function statEntry({ call }: ApiClient, params: FilesystemIds, path: string) {
  try {
    return await call(entries.stat, { params, query: { path } });
  } catch (error) {
    if (error instanceof RequestError && MISSING.has(error.code)) return null;
    throw error;
  }
}

const MISSING: ReadonlySet<string> = new Set(["path_not_found", "not_a_directory"]);

const ignore = (code: string) => (error: unknown) => {
  if (!(error instanceof RequestError) || error.code !== code) throw error;
};

const ifMatch = (tag: string) => ({ "if-match": `"${tag}"` });

const toNode = (path: string, { type, size, etag }: FileInfo): TreeNode => ({
  path,
  type: type === "file" || type === "directory" ? type : "other",
  size,
  tag: withoutQuotes(etag),
});

/** The bytes of a response, which must end with the tag that was asked for. */
async function* checked(node: TreeNode, response: Response): AsyncGenerator<Uint8Array> {
  const { stream, tag } = hashing(response.body ?? new Blob().stream());
  try {
    yield* stream;
  } catch {
    throw new Error("the connection was lost while the file was read");
  }
  if (tag() !== node.tag) throw new Error("the content is not the one that was listed");
}

async function put(
  { send }: ApiClient,
  params: FilesystemIds,
  path: string,
  content: Content,
  replace: Replace,
): Promise<string> {
  const sent: ReturnType<typeof hashing>[] = [];
  const condition =
    replace === "any" ? {} : replace === "none" ? { "if-none-match": "*" } : ifMatch(replace.tag);
  const response = await send(entries.put, {
    params,
    query: { path, parents: "true" },
    headers: { "content-type": "application/octet-stream", ...condition },
    accept: [200, 201],
    content: async () => {
      const { size, stream } = await content();
      const hashed = hashing(stream);
      sent.push(hashed);
      return toBody(hashed.stream, size);
    },
  });
  const written = withoutQuotes(FileInfo.parse(await readJson(response)).etag);
  if (written !== sent.at(-1)?.tag())
    throw new Error("the service stored another content than was sent");
  return written;
}
