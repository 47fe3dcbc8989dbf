import { z } from "zod";

import { Cursor, FileInfo, FilesystemParams, QueryInt } from "./common";
import { operation } from "./operation";
import { Path } from "./path";

const Event = z.object({
  type: z.enum(["created", "updated", "deleted"]),
  path: z.string(),
  file: FileInfo.nullable().meta({ description: "What exists at the path now; null: nothing." }),
});

const STREAM = `With \`Accept: text/event-stream\` the answer is a stream instead. \`event: changes\` carries such a page, \
\`event: heartbeat\` (at once and after 15 s of silence) \`{"cursor"}\`; the \`id:\` of both is the cursor to go on from, \
and a \`Last-Event-ID\` header wins over \`cursor\`. \`event: expired\` carries the detail of the 410 and \`event: end\` \
that of the 401, 403 or 404 which a new request would get; the stream ends after either. \`wait\` has no meaning there.`;

export const changes = {
  list: operation({
    id: "listChanges",
    method: "GET",
    path: "/api/v1/orgs/{org_id}/filesystems/{fs_id}/changes",
    summary: "Read the changes after a cursor, the same events that webhooks receive",
    access: { scope: "filesystem", mode: "ro", mounts: true },
    rate: "files",
    params: FilesystemParams,
    query: z.strictObject({
      cursor: Cursor.optional().meta({ description: "None: no events, and the head to begin at." }),
      limit: QueryInt(1, 1000, 100).meta({ description: "The most events of one page." }),
      path_prefix: Path.optional().meta({
        description: "Only changes at this path or below it; `/a` has nothing to do with `/ab`.",
      }),
      wait: QueryInt(0, 30, 0).meta({ description: "Seconds to wait for a first event." }),
    }),
    result: z
      .object({
        events: z.array(Event.extend({ cursor: Cursor })),
        cursor: Cursor.meta({ description: "The last cursor looked at; pass it to read on." }),
        has_more: z.boolean(),
      })
      .meta({ description: STREAM }),
    events: "also",
    holds: "stream",
    headers: { "Last-Event-ID": "In a stream: the cursor to go on from; wins over `cursor`." },
    status: 200,
    errors: ["cursor_expired"],
  }),
};
