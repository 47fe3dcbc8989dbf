import { differs, showEvents } from "./agree";
import { normal } from "./apply";
import type { Operation } from "./operations";
import type { Answer, Client, FeedEvent } from "./perform";
import { replayDiffers, type Snapshot } from "./replay";
import { prepare, type Sent, settle } from "./settle";
import { emptyWorld, head, type Quotas, usage, type World } from "./world";

/** A generated sequence; `alongside` sends an operation concurrently with the one before it. */
export type Sequence = { quotas: Quotas; steps: { op: Operation; alongside: boolean }[] };

/** The service's counters for a filesystem. */
export type Counters = { head: number; entries: number; bytes: number };

/** Called with every response, to check that all operations and refusals occur. */
export type Tally = (op: Operation, answer: Answer, together: number) => void;

const MOST_AT_ONCE = 5;
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
  let world = emptyWorld(quotas);
  const snapshots = await lookAtAll(client, world);
  for (const batch of batches(steps)) {
    const prepared = batch.map((op) => prepare(world, op));
    const sent = await Promise.all(
      prepared.map(async (p) => ({ prepared: p, answer: await client.perform(p) })),
    );
    for (const { prepared: p, answer } of sent) tally(p.op, answer, batch.length);
    const before = head(world);
    world = settle(world, sent);
    snapshots.push(...sent.flatMap(takenBy));
    if (head(world) > before) snapshots.push(...(await lookAtAll(client, world)));
  }
  snapshots.push(...(await lookAtAll(client, world)));
  const feed = await readFeed(client);
  agree("the feed", showEvents(world.log), showEvents(feed));
  const { entries, bytes } = usage(world);
  const counted = await counters();
  agree("counters", JSON.stringify({ head: head(world), entries, bytes }), JSON.stringify(counted));
  const tree = snapshots.at(-1)?.entries ?? [];
  for (const snapshot of snapshots) {
    const problem = replayDiffers(world, snapshot, feed, tree);
    if (problem !== null) throw new Error(problem);
  }
}

function batches(steps: Sequence["steps"]): Operation[][] {
  const found: Operation[][] = [];
  for (const { op, alongside } of steps) {
    const last = found.at(-1);
    if (alongside && last !== undefined && last.length < MOST_AT_ONCE) last.push(op);
    else found.push([op]);
  }
  return found;
}

// After a step nothing else is in flight: the whole tree must match the model, which then learns
// service-assigned values.
async function lookAtAll(client: Client, world: World): Promise<Snapshot[]> {
  const op = { kind: "list", path: "/", recursive: true, limit: 1000 } as const;
  const prepared = prepare(world, op);
  const answer = await client.perform(prepared);
  settle(world, [{ prepared, answer }]);
  return takenBy({ prepared, answer });
}

function takenBy({ prepared: { op }, answer: { status, pages } }: Sent): Snapshot[] {
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
