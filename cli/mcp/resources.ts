import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";

import { explain } from "@/cli/explain";
import { nameOf } from "@/cli/location";
import { entries } from "@/lib/contract/entries";

import { MAX_BYTES, readContent } from "./read-content";
import type { Scope } from "./scope";

/** Resources of one list; tools find the others. */
const MOST = 100;

/** Adds files as resources, like `tidemark://fs_…/2026/report.md`. */
export function addResources(server: McpServer, { client, find, list }: Scope): void {
  const listFiles = async () => {
    const resources: { uri: string; name: string; size: number }[] = [];
    for (const { id } of await list()) {
      const params = await find(id);
      const page = await client.call(entries.list, { params, query: { path: "/" } });
      for (const { path, type, size } of page.entries)
        if (type === "file") resources.push({ uri: uriOf(id, path), name: nameOf(path), size });
      if (resources.length >= MOST) break;
    }
    return { resources: resources.slice(0, MOST) };
  };
  server.registerResource(
    "file",
    new ResourceTemplate("tidemark://{filesystem_id}/{+path}", { list: listFiles }),
    { description: "A file of a filesystem." },
    async ({ href, hostname, pathname }) => {
      try {
        const path = decodeURIComponent(pathname);
        const range = { offset: 0, length: MAX_BYTES };
        const part = await readContent(client, await find(hostname), path, range);
        if (part.next_offset !== null)
          throw new Error(`The file has ${part.size} bytes; read it in parts with read_file.`);
        const content = "text" in part ? { text: part.text } : { blob: part.base64 };
        return { contents: [{ uri: href, ...content }] };
      } catch (error) {
        throw new Error(explain(error).message, { cause: error });
      }
    },
  );
}

const uriOf = (id: string, path: string) =>
  `tidemark://${id}${path.split("/").map(encodeURIComponent).join("/")}`;
