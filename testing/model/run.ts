import { differs, showEvents } from "./agree";
import { normal } from "./apply";
import { prepare, type Sent, orderConcurrent } from "./concurrent";
import { emptyModel, head, type Quotas, usage, type Model } from "./model";
import type { Operation } from "./operations";
import type { ModelResponse, Client, FeedEvent } from "./perform";
import { replayDiffers, type Snapshot } from "./replay";

/** A generated sequence; `alongside` sends an operation concurrently with the one before it. */
export type Sequence = { quotas: Quotas; steps: { op: Operation; alongside: boolean }[] };

/** The service's counters for a filesystem. */
export type Counters = { head: number; entries: number; bytes: number };

/** Called with every response, to check that all operations and refusals occur. */
export type Tally = (op: Operation, response: ModelResponse, together: number) => void;

const MAX_CONCURRENT = 5;
const FEED_PAGE = 29;

/**
 * Runs a sequence against the service and the model in step and compares every response, then the
 * feed, the counters and the replay of the feed over every listing.
 * @throws Error describing the disagreement
 */
export async function runSequence(
  client: Client,
  { quotas, steps }: Sequence,
  counters: () => Promise<Counters>,
  tally: Tally,
): Promise<void> {
  let model = emptyModel(quotas);
  const snapshots = await compareAll(client, model);
  for (const batch of batches(steps)) {
    const prepared = batch.map((op) => prepare(model, op));
    const sent = await Promise.all(
      prepared.map(async (p) => ({ prepared: p, response: await client.perform(p) })),
    );
    for (const { prepared: p, response } of sent) tally(p.op, response, batch.length);
    const before = head(model);
    model = orderConcurrent(model, sent);
    snapshots.push(...sent.flatMap(takenBy));
    if (head(model) > before) snapshots.push(...(await compareAll(client, model)));
  }
  snapshots.push(...(await compareAll(client, model)));
  const feed = await readFeed(client);
  agree("the feed", showEvents(model.log), showEvents(feed));
  const { entries, bytes } = usage(model);
  const counted = await counters();
  agree("counters", JSON.stringify({ head: head(model), entries, bytes }), JSON.stringify(counted));
  const tree = snapshots.at(-1)?.entries ?? [];
  for (const snapshot of snapshots) {
    const problem = replayDiffers(model, snapshot, feed, tree);
    if (problem !== null) throw new Error(problem);
  }
}

function batches(steps: Sequence["steps"]): Operation[][] {
  const found: Operation[][] = [];
  for (const { op, alongside } of steps) {
    const last = found.at(-1);
    if (alongside && last !== undefined && last.length < MAX_CONCURRENT) last.push(op);
    else found.push([op]);
  }
  return found;
}

// After a step nothing else is in flight: the whole tree must match the model, which then learns
// service-assigned values.
async function compareAll(client: Client, model: Model): Promise<Snapshot[]> {
  const op = { kind: "list", path: "/", recursive: true, limit: 1000 } as const;
  const prepared = prepare(model, op);
  const response = await client.perform(prepared);
  orderConcurrent(model, [{ prepared, response }]);
  return takenBy({ prepared, response });
}

function takenBy({ prepared: { op }, response: { status, pages } }: Sent): Snapshot[] {
  if (op.kind !== "list" || !op.recursive || status !== 200) return [];
  const entries = pages.flatMap((page) => page.entries);
  return [{ path: normal(op.path), cursor: Number(pages[0]?.cursor), entries }];
}

async function readFeed(client: Client): Promise<FeedEvent[]> {
  const events: FeedEvent[] = [];
  for (let cursor = 0; ;) {
    const { json } = await client.feed(cursor, FEED_PAGE);
    events.push(...json.events);
    cursor = Number(json.cursor);
    if (json.has_more !== true) return events;
  }
}

function agree(what: string, expected: string, actual: string): void {
  const problem = differs(what, expected, actual);
  if (problem !== null) throw new Error(problem);
}
