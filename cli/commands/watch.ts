import { z } from "zod";

import type { Command } from "@/cli/command";
import { findFilesystem } from "@/cli/find-filesystem";
import { readRemoteLocation } from "@/cli/location";
import { printable } from "@/cli/output";
import { print } from "@/cli/print";
import type { StreamEvent } from "@/lib/api-client/event-stream";
import { followStream } from "@/lib/api-client/follow-stream";
import type { RequestError } from "@/lib/api-client/request";
import { changes } from "@/lib/contract/changes";
import { Cursor } from "@/lib/contract/common";
import { UsageError } from "@/lib/usage-error";

const { events } = changes.list.result.shape;
const Page = z.object({ cursor: Cursor, events: events.default([]) });

/** Prints changes as they happen, until Ctrl-C or until access ends. */
export const watch: Command = {
  usage: "watch PATH [--since CURSOR] [--org ORG]",
  summary: "print changes at or below a path as they happen; with --json one line of JSON for each",
  options: ["org", "since"],
  async run(client, given) {
    const [text = ""] = given.positionals;
    const { fsId, path } = readRemoteLocation(text);
    const since = given.options["since"];
    if (since !== undefined && !Cursor.safeParse(since).success)
      throw new UsageError("--since must be a cursor, like 4711");
    const params = await findFilesystem(client, given, fsId);
    const position = { cursor: since ?? (await client.call(changes.list, { params })).cursor };
    const open = (signal: AbortSignal) =>
      client.send(changes.list, {
        params,
        query: { cursor: position.cursor, path_prefix: path, fields: "stat", limit: "1000" },
        headers: { accept: "text/event-stream" },
        signal,
      });
    let ended: RequestError | null = null;
    await followStream(open, {
      signal: new AbortController().signal,
      onEvent(event) {
        void print(write(event, given.flags.has("json")));
        position.cursor = Page.parse(event.data).cursor;
      },
      onState(state) {
        if (state.kind === "ended") ended = state.error;
        if (state.kind === "interrupted") client.say("the connection was lost; reconnecting");
      },
    });
    throw ended ?? new Error("the stream has ended");
  },
};

/** What is printed of an event of the stream. After `expired` some changes are missing. */
function write({ event, data }: StreamEvent, asJson: boolean): string {
  const page = Page.parse(data);
  if (event === "expired")
    return asJson
      ? `${JSON.stringify({ type: "expired", cursor: page.cursor })}\n`
      : `-- changes were missed: list the files again; the next change is after ${page.cursor}\n`;
  const lines = page.events.map((change) =>
    asJson
      ? JSON.stringify(change)
      : printable(`${change.at ?? ""}  ${change.cursor}  ${change.type.padEnd(7)}  ${change.path}`),
  );
  return lines.map((line) => `${line}\n`).join("");
}
