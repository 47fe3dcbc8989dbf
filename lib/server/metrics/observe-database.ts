import { shareFor } from "@/lib/concurrency/share-for";
import type { Reading, Watched } from "@/lib/metrics/watch";
import type { Uses } from "@/lib/services";

import { type Backlog, readBacklog } from "./read-backlog";
import { readTotals, type Totals } from "./read-totals";

const BACKLOG_MS = 5_000;
const TOTALS_MS = 60_000;
const LATE_MS = 2_500;

const of = (label: string, values: Record<string, number | null>): Reading[] =>
  Object.entries(values).flatMap(([name, value]) =>
    value === null ? [] : [{ labels: { [label]: name }, value }],
  );
const one = (value: number | null): Reading[] => (value === null ? [] : [{ value }]);

type Gauge<Row> = Omit<Watched, "read"> & { of: (row: Row) => readonly Reading[] };

const BACKLOG: readonly Gauge<Backlog>[] = [
  {
    name: "tidemark_webhooks_behind",
    help: "Webhooks with undelivered changes, at most 1,000; failing: an attempt failed since the oldest of them.",
    labels: ["endpoint"],
    of: (row) => of("endpoint", { healthy: row.healthy_behind, failing: row.failing_behind }),
  },
  {
    name: "tidemark_oldest_undelivered_change_age_seconds",
    help: "Age of the oldest change that a webhook has not delivered; 0 if none waits.",
    labels: ["endpoint"],
    of: (row) =>
      of("endpoint", { healthy: row.healthy_oldest ?? 0, failing: row.failing_oldest ?? 0 }),
  },
  {
    name: "tidemark_undelivered_changes",
    help: "Changes that the webhooks which are behind have not delivered, those outside their prefix among them.",
    of: (row) => one(row.changes),
  },
  {
    name: "tidemark_webhooks_due",
    help: "Webhooks whose wake-up is due, at most 10,000.",
    of: (row) => one(row.due),
  },
  {
    name: "tidemark_oldest_wakeup_age_seconds",
    help: "How long the oldest wake-up of a webhook has been due; 0 if none is.",
    of: (row) => one(row.oldest_due ?? 0),
  },
  {
    name: "tidemark_filesystems_undispatched",
    help: "Filesystems with changes that are not fanned out to their webhooks yet, at most 10,000.",
    of: (row) => one(row.undispatched),
  },
  {
    name: "tidemark_oldest_undispatched_change_age_seconds",
    help: "Age of the oldest change that is not fanned out yet; 0 if there is none.",
    of: (row) => one(row.oldest_undispatched ?? 0),
  },
  {
    name: "tidemark_reconciler_age_seconds",
    help: "Time since a reconciler ran, of any process.",
    of: (row) => one(row.reconciler_age),
  },
  {
    name: "tidemark_engine_queue",
    help: "Runs of the embedded engine in the database, at most 10,000 of each; failed ones stay for 24 hours.",
    labels: ["state"],
    of: (row) => of("state", { waiting: row.engine_runs, failed: row.engine_failed }),
  },
  {
    name: "tidemark_engine_oldest_run_age_seconds",
    help: "How long the oldest run of the embedded engine has been due; 0 if none is.",
    of: (row) => one(row.engine_oldest_due ?? 0),
  },
];

const TOTALS: readonly Gauge<Totals>[] = [
  {
    name: "tidemark_webhooks",
    help: "Webhooks by state; failing: for an hour or more, retrying: for less.",
    labels: ["state"],
    of: ({ healthy, retrying, failing, paused, disabled }) =>
      of("state", { healthy, retrying, failing, paused, disabled }),
  },
  {
    name: "tidemark_filesystems",
    help: "Filesystems of all organisations.",
    of: (row) => one(row.filesystems),
  },
  {
    name: "tidemark_entries",
    help: "Files, directories and links of all filesystems.",
    of: (row) => one(row.entries),
  },
  {
    name: "tidemark_stored_bytes",
    help: "Bytes that files hold; trash: those that only the trash does; database: what PostgreSQL takes on disk.",
    labels: ["in"],
    of: (row) =>
      of("in", { files: row.stored_bytes, trash: row.trash_bytes, database: row.database_bytes }),
  },
];

/**
 * Adds what the database says to the metrics of this process: what waits at most every 5 s, totals at most once a
 * minute, however often someone asks. While the database does not respond they are missing, and nothing waits for them.
 */
export function observeDatabase({ metrics, pool }: Uses<"metrics" | "pool">): void {
  const backlog = shareFor(BACKLOG_MS, () => readBacklog(pool));
  const totals = shareFor(TOTALS_MS, () => readTotals(pool));
  const add = <Row>(gauges: readonly Gauge<Row>[], read: () => Promise<Row>) => {
    for (const { of: readingsOf, ...gauge } of gauges)
      metrics.watch({
        ...gauge,
        async read() {
          const row = await inTime(read);
          return row === null ? [] : readingsOf(row);
        },
      });
  };
  add(BACKLOG, backlog);
  add(TOTALS, totals);
  metrics.watch({
    name: "tidemark_database_up",
    help: "Whether the database responded to the last question, within 2 s.",
    read: async () => one((await inTime(backlog)) === null ? 0 : 1),
  });
}

/** What `read` resolves to; null if it fails, or takes longer than a scrape should. */
async function inTime<Row>(read: () => Promise<Row>): Promise<Row | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), LATE_MS);
  });
  try {
    return await Promise.race([read(), late]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
