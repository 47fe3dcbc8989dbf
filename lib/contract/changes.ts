import { z } from "zod";

import { Cursor, FileInfo, FilesystemParams, Id, OrgParams, QueryInt, Timestamp } from "./common";
import { LIMITS } from "./limits";
import { operation } from "./operation";
import { Path } from "./path";
import { Entry, Fields } from "./stat";
import { textPart } from "./text-part";

const Event = z.object({
  type: z.enum(["created", "updated", "deleted"]),
  path: z.string().meta({ example: "/tickets/4711.json" }),
  file: Entry.nullable().meta({
    description: "The entry now at the path; null if there is none.",
  }),
  origin: z.enum(["api", "mount"]).optional().meta({ description: "With `fields=stat`." }),
  author: z
    .string()
    .nullable()
    .meta({
      description: "Who made the change, with `fields=stat`; null if not recorded.",
      example: "key:key_01kb3x6v7cf2dsk8xkqz4n5w9a",
    })
    .optional(),
  at: Timestamp.optional().meta({ description: "When it was made, with `fields=stat`." }),
});

const Kept = z.object({
  type: z.enum(["created", "updated", "deleted", "barrier"]).meta({
    description: "`barrier`: an operation of more than 100,000 changes, of which none is listed.",
  }),
  path: z.string().meta({ example: "/tickets/4711.json" }),
  other_path: z
    .string()
    .nullable()
    .meta({ description: "The second path of a barrier.", example: null }),
  file: FileInfo.nullable().meta({ description: "What is at the path now; null if nothing is." }),
  cursor: Cursor,
  origin: z.enum(["api", "mount"]),
  author: Event.shape.author.unwrap(),
  at: Timestamp,
});

/** A change as the history lists it. */
export type Kept = z.infer<typeof Kept>;

const PathPart = textPart(LIMITS.pathBytes, "path_too_long", {
  description: "A part of the path, in any case.",
  example: "/invoices/",
});

const STREAM = `With \`Accept: text/event-stream\` the response is a stream of server-sent events. \`event: changes\` \
carries a page like this one; \`event: heartbeat\`, sent on connect and after 15 s without events, carries \`{"cursor"}\`. \
The \`id:\` of both is the cursor to resume from; a \`Last-Event-ID\` header takes precedence over \`cursor\`. \
\`event: expired\` carries the detail of the 410, \`event: end\` that of the 401, 403 or 404 a new request would get; \
the stream closes after either. \`wait\` is ignored.`;

export const changes = {
  listAll: operation({
    id: "listOrganisationChanges",
    method: "GET",
    path: "/api/v1/orgs/{org_id}/changes",
    summary: "List the newest changes of all filesystems of an organisation, newest first",
    access: { scope: "organisation", needs: "files:read" },
    rate: "management",
    params: OrgParams,
    query: z.strictObject({ limit: QueryInt(1, 50, 10) }),
    result: z.array(Event.extend({ filesystem_id: Id("fs"), cursor: Cursor })).meta({
      description:
        "Of filesystems that the caller can read. Changes are kept for an hour. For a complete list, follow the feed of a filesystem.",
    }),
    status: 200,
    errors: [],
  }),
  list: operation({
    id: "listChanges",
    method: "GET",
    path: "/api/v1/orgs/{org_id}/filesystems/{fs_id}/changes",
    summary: "List changes after a cursor; the same events that webhooks receive",
    access: { scope: "filesystem", mode: "ro", needs: "files:read", mounts: true },
    rate: "files",
    params: FilesystemParams,
    query: z.strictObject({
      cursor: Cursor.optional().meta({
        description: "Without it, returns no events and the current head to start from.",
      }),
      limit: QueryInt(1, LIMITS.pageItems, 100).meta({ description: "Maximum events per page." }),
      path_prefix: Path.optional().meta({
        description: "Only changes at or below this path; `/a` does not match `/ab`.",
      }),
      wait: QueryInt(0, 30, 0).meta({
        description: "Long polling: seconds to wait for the first event.",
      }),
      ...Fields.shape,
    }),
    result: z
      .object({
        events: z.array(Event.extend({ cursor: Cursor })),
        cursor: Cursor.meta({ description: "Pass it as `cursor` to read the next page." }),
        has_more: z.boolean().meta({ example: false }),
      })
      .meta({ description: STREAM }),
    events: "also",
    holds: "stream",
    headers: {
      "Last-Event-ID": "Streams only: the cursor to resume from; takes precedence over `cursor`.",
    },
    status: 200,
    errors: ["cursor_expired"],
  }),
  search: operation({
    id: "searchChanges",
    method: "GET",
    path: "/api/v1/orgs/{org_id}/filesystems/{fs_id}/changes/history",
    summary: "List or search the changes of the last hour, newest first",
    access: { scope: "filesystem", mode: "ro", needs: "files:read", mounts: true },
    rate: "files",
    params: FilesystemParams,
    query: z.strictObject({
      query: PathPart.optional(),
      type: Kept.shape.type.optional(),
      before: Cursor.optional().meta({ description: "Only changes before this cursor." }),
      limit: QueryInt(1, LIMITS.pageItems, 100),
    }),
    result: z.object({
      events: z.array(Kept),
      cursor: Cursor.meta({
        description: "The newest cursor: what comes later is in the feed after it.",
      }),
      before: Cursor.nullable().meta({
        description: "Pass it as `before` to read the next page. Null: these were the last.",
        example: null,
      }),
    }),
    status: 200,
    errors: [],
  }),
};
