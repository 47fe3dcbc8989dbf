import { toEvent, type ChangeRow } from "@/lib/changes/event";

/** A message about to be frozen. A resync's cursor is allocated with its marker, when it starts. */
export type Message = { cursor: string | null; body: string; eventCount: number };

type Source = { webhookId: string; filesystemId: string; timestamp: Date };

/**
 * The message that asks a receiver to list all files; `{cursor}` is a placeholder for the marker's
 * cursor.
 */
export function resyncMessage(source: Source): Message {
  return { cursor: null, body: envelope(source, "files.resync", [], "{cursor}"), eventCount: 0 };
}

/**
 * The message of as many of these changes, from the first, as fit into `maxBytes` bytes of UTF-8
 * (spec 7.1, 7.19). Its cursor is just before the first change left out.
 * @returns null if not even the first change fits
 */
export function changedMessage(
  source: Source,
  changes: readonly ChangeRow[],
  scanned: string,
  maxBytes: number,
): Message | null {
  const events: string[] = [];
  let size = Buffer.byteLength(envelope(source, "files.changed", [], scanned));
  for (const change of changes) {
    const event = JSON.stringify(toEvent(change));
    size += Buffer.byteLength(event) + 1;
    if (size > maxBytes) {
      if (events.length === 0) return null;
      const cursor = String(BigInt(change.cursor) - 1n);
      return {
        cursor,
        body: envelope(source, "files.changed", events, cursor),
        eventCount: events.length,
      };
    }
    events.push(event);
  }
  return {
    cursor: scanned,
    body: envelope(source, "files.changed", events, scanned),
    eventCount: events.length,
  };
}

function envelope(source: Source, type: string, events: readonly string[], cursor: string): string {
  const head = JSON.stringify({ type, timestamp: source.timestamp.toISOString() }).slice(0, -1);
  const ids = JSON.stringify({ webhook_id: source.webhookId, filesystem_id: source.filesystemId });
  return `${head},"data":${ids.slice(0, -1)},"events":[${events.join(",")}],"cursor":"${cursor}"}}`;
}
