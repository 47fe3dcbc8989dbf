import type pg from "pg";

import type { Metrics } from "@/lib/metrics/metrics";
import type { Reading } from "@/lib/metrics/watch";
import type { Uses } from "@/lib/services";

const byLabel = (label: string, counts: Readonly<Record<string, number>>): Reading[] =>
  Object.entries(counts).map(([name, value]) => ({ labels: { [label]: name }, value }));

/** Adds what the services of a process hold now to its metrics: pools, what is open, slots and e-mails. */
export function observeServices(
  { metrics, openLimits, sender, mail }: Uses<"metrics" | "openLimits" | "sender" | "mail">,
  pools: Readonly<Record<string, pg.Pool>>,
): void {
  for (const [name, pool] of Object.entries(pools)) observePool(metrics, name, pool);
  observeMail(metrics, mail);
  metrics.watch({
    name: "tidemark_open",
    help: "What callers hold open: event streams with long polls, uploads, downloads and archives.",
    labels: ["kind"],
    read: () => byLabel("kind", openLimits.open()),
  });
  metrics.watch({
    name: "tidemark_delivery_slots",
    help: "Slots for attempts by state; waiting: webhooks that wait for one.",
    labels: ["state"],
    read: () => byLabel("state", sender.slots.counts()),
  });
}

function observeMail(metrics: Metrics, mail: Uses<"mail">["mail"]): void {
  metrics.watch({
    name: "tidemark_emails_waiting",
    help: "E-mails that the mail server has not accepted yet, by queue.",
    labels: ["queue"],
    read: () =>
      Object.entries(mail.counts()).map(([queue, { waiting }]) => ({
        labels: { queue },
        value: waiting,
      })),
  });
  metrics.watch({
    name: "tidemark_emails_total",
    help: "E-mails by queue and result; dropped: the queue was full.",
    labels: ["queue", "result"],
    rises: true,
    read: () =>
      Object.entries(mail.counts()).flatMap(([queue, { sent, failed, dropped }]) =>
        Object.entries({ sent, failed, dropped }).map(([result, value]) => ({
          labels: { queue, result },
          value,
        })),
      ),
  });
}

/** Adds a pool of connections to the metrics of a process. */
export function observePool(metrics: Metrics, name: string, pool: pg.Pool): void {
  const stated = (state: string, value: number) => ({ labels: { pool: name, state }, value });
  metrics.watch({
    name: "tidemark_database_connections",
    help: "Connections to the database by pool and state; waiting: statements that wait for one.",
    labels: ["pool", "state"],
    read: () => [
      stated("used", pool.totalCount - pool.idleCount),
      stated("idle", pool.idleCount),
      stated("waiting", pool.waitingCount),
    ],
  });
}
