import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

import { readJson } from "@/lib/api-client/request";
import { FileInfo } from "@/lib/contract/common";
import { entries } from "@/lib/contract/entries";

import { MAX_BYTES } from "./read-content";
import { filesystemId, pathOf } from "./read-tools";
import { toolResult } from "./result";
import type { Scope } from "./scope";

const annotations = { readOnlyHint: false, openWorldHint: false } as const;

/** Adds the tools that write. What they delete or replace is not asked for again: the client asks its user. */
export function addWriteTools(server: McpServer, scope: Scope): void {
  addWriteFile(server, scope);
  const { client, find } = scope;
  server.registerTool(
    "make_directory",
    {
      description: "Create a directory and its missing parents.",
      inputSchema: { filesystem_id: filesystemId, path: pathOf("The new directory.") },
      annotations: { ...annotations, destructiveHint: false },
    },
    ({ filesystem_id, path }) =>
      toolResult(async () =>
        client.call(entries.makeDirectory, {
          params: await find(filesystem_id),
          body: { path, parents: true },
        }),
      ),
  );
  server.registerTool(
    "move_entry",
    {
      description: "Move or rename a file or directory. What is at the target is not replaced.",
      inputSchema: {
        filesystem_id: filesystemId,
        from: pathOf("What to move."),
        to: pathOf("Its new path."),
      },
      annotations: { ...annotations, destructiveHint: false },
    },
    ({ filesystem_id, from, to }) =>
      toolResult(async () =>
        client.call(entries.move, {
          params: await find(filesystem_id),
          body: { from, to, parents: true },
        }),
      ),
  );
  server.registerTool(
    "delete_entry",
    {
      description: "Delete a file, or a directory with all it contains. The trash keeps it.",
      inputSchema: {
        filesystem_id: filesystemId,
        path: pathOf("What to delete."),
        recursive: z.boolean().default(false).describe("Also a directory that is not empty."),
      },
      annotations: { ...annotations, destructiveHint: true },
    },
    ({ filesystem_id, path, recursive }) =>
      toolResult(async () => {
        const params = await find(filesystem_id);
        const query = { path, recursive: recursive ? "true" : "false" } as const;
        const { headers } = await client.send(entries.remove, { params, query });
        return { path, trash_id: headers.get("x-trash-id") };
      }),
  );
}

function addWriteFile(server: McpServer, { client, find }: Scope): void {
  server.registerTool(
    "write_file",
    {
      description: "Write a text file and its missing directories.",
      inputSchema: {
        filesystem_id: filesystemId,
        path: pathOf("The file."),
        text: z.string().max(MAX_BYTES),
        if_match: z
          .string()
          .optional()
          .describe("The etag of the file to replace; without it, a file that exists is refused."),
      },
      annotations: { ...annotations, destructiveHint: true },
    },
    ({ filesystem_id, path, text, if_match: etag }) =>
      toolResult(async () => {
        const response = await client.send(entries.put, {
          params: await find(filesystem_id),
          query: { path, parents: "true" },
          headers: etag === undefined ? { "if-none-match": "*" } : { "if-match": etag },
          accept: [200, 201],
          content: () => text,
        });
        return FileInfo.parse(await readJson(response));
      }),
  );
}
