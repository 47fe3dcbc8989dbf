import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

import { changes } from "@/lib/contract/changes";
import { Cursor } from "@/lib/contract/common";
import { entries } from "@/lib/contract/entries";

import { createPartReader, MAX_BYTES } from "./read-content";
import { toolResult } from "./result";
import type { Scope } from "./scope";

/** Items of one page; a model reads all of them. */
const PAGE = 200;
const annotations = { readOnlyHint: true, openWorldHint: false } as const;

export const filesystemId = z
  .string()
  .optional()
  .describe("The filesystem, like fs_…; may be left out if there is only one.");
export const pathOf = (text: string) => z.string().describe(text);
const pageToken = z.string().optional().describe("The next_page_token of the page before.");

/** Adds the tools that read. */
export function addReadTools(server: McpServer, { client, find, list }: Scope): void {
  const readPart = createPartReader(client);
  server.registerTool(
    "list_filesystems",
    { description: "List the filesystems you can use.", annotations },
    () =>
      toolResult(async () => (await list()).map(({ id, name }) => ({ filesystem_id: id, name }))),
  );
  server.registerTool(
    "list_directory",
    {
      description: `List a directory, up to ${PAGE} entries at a time.`,
      inputSchema: {
        filesystem_id: filesystemId,
        path: pathOf("The directory, like / or /2026.").default("/"),
        recursive: z.boolean().default(false).describe("Everything below it."),
        page_token: pageToken,
      },
      annotations,
    },
    ({ filesystem_id, recursive, ...query }) =>
      toolResult(async () =>
        client.call(entries.list, {
          params: await find(filesystem_id),
          query: { ...query, recursive: recursive ? "true" : "false", limit: String(PAGE) },
        }),
      ),
  );
  server.registerTool(
    "read_file",
    {
      description: "Read a file as text, or as Base64 if it is binary.",
      inputSchema: {
        filesystem_id: filesystemId,
        path: pathOf("The file, like /2026/report.md."),
        offset: z.int().min(0).default(0).describe("The first byte."),
        length: z
          .int()
          .min(1)
          .max(MAX_BYTES)
          .default(64 * 1024),
      },
      annotations,
    },
    ({ filesystem_id, path, ...range }) =>
      toolResult(async () => readPart(await find(filesystem_id), path, range)),
  );
  addSearch(server, { client, find });
  addChanges(server, { client, find });
}

type Needs = Pick<Scope, "client" | "find">;

function addSearch(server: McpServer, { client, find }: Needs): void {
  server.registerTool(
    "search_files",
    {
      description: "Find entries below a directory by a part of their names, in any case.",
      inputSchema: {
        filesystem_id: filesystemId,
        path: pathOf("The directory to search.").default("/"),
        query: z.string().min(1).describe("A part of the name."),
        page_token: pageToken,
      },
      annotations,
    },
    ({ filesystem_id, ...query }) =>
      toolResult(async () =>
        client.call(entries.search, {
          params: await find(filesystem_id),
          query: { ...query, recursive: "true", limit: String(PAGE) },
        }),
      ),
  );
}

function addChanges(server: McpServer, { client, find }: Needs): void {
  server.registerTool(
    "list_changes",
    {
      description:
        "List what changed after a cursor. Without one, returns no changes and the current cursor to start from.",
      inputSchema: {
        filesystem_id: filesystemId,
        cursor: Cursor.optional().describe("The cursor of the call before."),
        path_prefix: pathOf("Only changes at or below this path.").default("/"),
      },
      annotations,
    },
    ({ filesystem_id, ...query }) =>
      toolResult(async () =>
        client.call(changes.list, {
          params: await find(filesystem_id),
          query: { ...query, limit: String(PAGE) },
        }),
      ),
  );
}
