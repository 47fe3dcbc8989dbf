import { subscribe, unsubscribe } from "node:diagnostics_channel";

import type { Client } from "pg";
import { vi } from "vitest";

import { inngest } from "@/inngest/client";

import { readWrites, writesBetween } from "./count-writes";
import type { Delivering, Hook } from "./delivering";
import type { TestServiceWithEngine } from "./engine";
import { eventually } from "./eventually";
import { recordTransactions, type Recording } from "./record-transactions";

const REQUEST = "http.server.request.start";

/**
 * Writes one file for a webhook that sleeps and counts what this process does for it, from the request until the
 * delivery is recorded and announced. What runs meanwhile for other reasons is counted too.
 * @param known the connections seen so far; those of this change are added
 * @returns the counts, the rows written by table, and the statements sent
 */
export async function countChange(
  all: Delivering,
  service: TestServiceWithEngine,
  hook: Hook,
  file: string,
  known: Set<Client>,
) {
  await quiet(service, hook);
  const { pool } = service.services;
  const before = await readWrites(pool, known);
  const calls = service.sdkCalls();
  const events = vi.spyOn(inngest, "send");
  let requests = 0;
  const onRequest = () => void (requests += 1);
  subscribe(REQUEST, onRequest);
  const recording = recordTransactions();
  let toFirstByte = NaN;
  all.respond = () => {
    toFirstByte = recording.begun().length;
    return { status: 200 };
  };
  await hook.put(file);
  await eventually("its delivery is recorded and announced", () => isOver(recording, service));
  unsubscribe(REQUEST, onRequest);
  for (const client of recording.clients()) known.add(client);
  const [begun, sent] = [recording.begun().length, recording.sent()];
  recording.stop();
  const sentEvents = events.mock.calls.flatMap(([payload]) => payload).length;
  events.mockRestore();
  const { rows, walBytes } = writesBetween(before, await readWrites(pool, known));
  const counts = {
    transactions_to_first_byte: toFirstByte,
    transactions: begun,
    statements: sent.length,
    events: sentEvents,
    // The first request is the change itself.
    engine_requests: requests - 1,
    sdk_calls: service.sdkCalls() - calls,
    message_bytes: hook.received().at(-1)?.body.length ?? NaN,
    wal_bytes: walBytes,
  };
  return { counts, rows, sent };
}

/** Waits until the webhook sleeps, its pace is over, and what is written once a second is written. */
async function quiet({ services }: TestServiceWithEngine, hook: Hook): Promise<void> {
  await eventually("the webhook sleeps and its pace is over", async () => {
    const row = await services.db.webhook.findUniqueOrThrow({ where: { id: hook.id } });
    return row.wake_at === null && row.pace_until.getTime() < Date.now();
  });
  await services.usage.flush();
}

function isOver(recording: Recording, service: TestServiceWithEngine): boolean {
  const texts = recording.sent();
  const recorded = texts.findIndex((text) => text.includes("webhook_record("));
  const announced = texts.findLastIndex((text) => text.includes("pg_notify("));
  return recorded >= 0 && announced > recorded && service.stats().running === 0;
}
