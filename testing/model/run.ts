import { differs, showEvents } from "./agree";
import { toChange } from "./batch";
import { prepare, type Sent, orderConcurrent } from "./concurrent";
import { emptyModel, head, type Quotas, usage, type Model } from "./model";
import type { Operation } from "./operations";
import { normal } from "./outcome";
import type { Client } from "./perform";
import { replayDiffers, type Snapshot } from "./replay";
import type { ModelResponse, FeedEvent } from "./response";

/**
 * A generated sequence; `alongside` sends an operation together with the one before it, and `batched` those that begin
 * here as one batch, if they can be, else concurrently.
 */
export type Sequence = { quotas: Quotas; steps: Step[] };
type Step = { op: Operation; alongside: boolean; batched: boolean };

/** The service's counters for a filesystem. */
export type Counters = { head: number; entries: number; bytes: number };

/** Called with every response, to check that all operations and refusals occur. */
export type Tally = (op: Operation, response: ModelResponse, together: number | "batch") => void;

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
  for (const group of groups(steps)) {
    const prepared = group.map(({ op }) => prepare(model, op));
    const asBatch = group[0]?.batched === true && prepared.every((p) => toChange(p) !== null);
    const sent = asBatch
      ? await client.performBatch(prepared)
      : await Promise.all(
          prepared.map(async (p) => ({ prepared: p, response: await client.perform(p) })),
        );
    for (const { prepared: p, response } of sent)
      tally(p.op, response, asBatch ? "batch" : group.length);
    const before = head(model);
    // Changes of a batch are made in their order, requests in any.
    for (const some of asBatch ? sent.map((one) => [one]) : [sent])
      model = orderConcurrent(model, some);
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

function groups(steps: readonly Step[]): Step[][] {
  const found: Step[][] = [];
  for (const step of steps) {
    const last = found.at(-1);
    if (step.alongside && last !== undefined && last.length < MAX_CONCURRENT) last.push(step);
    else found.push([step]);
  }
  return found;
}

// After a step nothing else is in flight: the whole tree must match the model, which then learns
// service-assigned values.
async function compareAll(client: Client, model: Model): Promise<Snapshot[]> {
  const op = { kind: "list", path: "/", recursive: true, limit: 1000, stat: true } as const;
  const prepared = prepare(model, op);
  const response = await client.perform(prepared);
  orderConcurrent(model, [{ prepared, response }]);
  return takenBy({ prepared, response });
}

function takenBy({ prepared: { op }, response: { status, pages } }: Sent): Snapshot[] {
  if (op.kind !== "list" || !op.recursive || status !== 200) return [];
  // As the feed shows them.
  const entries = pages.flatMap((page) =>
    page.entries.map(({ path, type, size, etag, modified_at }) => ({
      path,
      type,
      size,
      etag,
      modified_at,
    })),
  );
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
