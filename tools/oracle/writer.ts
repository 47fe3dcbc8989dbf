import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import { request } from "undici";

import { nextOperations, type Operation } from "./operations";
import type { Random } from "./random";

/** What a writer recorded while it worked. */
export type Written = {
  /** Requests with a response, and those that succeeded. */
  responses: number;
  succeeded: number;
  /** Requests without a response, or with a 5xx: their effect is unknown. Each was sent again. */
  repeated: number;
  /** SHA-256 of the content by entity tag. */
  contents: Map<string, string>;
  /** Nodes that ever had several names. */
  linked: Set<string>;
};

/** The filesystem that requests are about. */
export type Target = {
  origins: readonly string[];
  key: string;
  /** `/api/v1/orgs/…/filesystems/…` */
  base: string;
};

export type WriterOptions = Target & {
  operations: number;
  random: Random;
  /** Called after each operation. */
  onOperation: () => void;
};

const TIMEOUT_MS = 15_000;
const AGAIN_MS = 250;
const GIVE_UP_MS = 120_000;

/**
 * Sends this many operations to the files API, one at a time or in bursts, to all web servers in
 * turn.
 */
export async function write(options: WriterOptions): Promise<Written> {
  const { operations, random, onOperation } = options;
  const written: Written = {
    responses: 0,
    succeeded: 0,
    repeated: 0,
    contents: new Map(),
    linked: new Set(),
  };
  while (written.responses < operations) {
    const batch = nextOperations(random);
    await Promise.all(batch.map((operation) => perform(options, operation, written)));
    for (const _ of batch) onOperation();
  }
  return written;
}

async function perform(options: WriterOptions, operation: Operation, written: Written) {
  const response = await sendUntilResponse(options, operation, written);
  written.responses += 1;
  if (response.status < 300) written.succeeded += 1;
  if (operation.restores === true && response.trashId !== null) {
    const route = `trash/${response.trashId}:restore`;
    await sendUntilResponse(options, { method: "POST", route, json: { overwrite: true } }, written);
  }
  const { etag } = response.json;
  if (operation.body !== undefined && typeof etag === "string")
    written.contents.set(etag, createHash("sha256").update(operation.body).digest("hex"));
  if (operation.target === undefined) return;
  // Even a refused one: it may be the retry of one that took effect.
  const route = `files:stat?path=${encodeURIComponent(operation.target)}`;
  const stat = await sendUntilResponse(options, { method: "GET", route }, written);
  if (typeof stat.json["node_id"] === "string") written.linked.add(stat.json["node_id"]);
}

/** `trashId`: of the item that a deletion made. */
export type ApiResponse = {
  status: number;
  json: Record<string, unknown>;
  trashId: string | null;
};
type Request = Pick<Operation, "route" | "json" | "body"> & {
  method: Operation["method"] | "GET";
  /** Called before each time it is sent. */
  onTry?: () => void;
};

let turn = 0;

/**
 * Sends a request to the web servers in turn until one responds with anything but a 5xx.
 * @throws after two minutes
 */
export async function sendUntilResponse(
  { origins, key, base }: Target,
  { method, route, json, body, onTry }: Request,
  written?: Written,
): Promise<ApiResponse> {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  for (;;) {
    turn += 1;
    onTry?.();
    const response = await request(`${origins[turn % origins.length]}${base}/${route}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(json === undefined ? {} : { "content-type": "application/json" }),
      },
      body: json === undefined ? (body ?? null) : JSON.stringify(json),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
      .then(async ({ statusCode: status, headers, body: content }) => ({
        status,
        trashId: headers["x-trash-id"]?.toString() ?? null,
        json: parse(await content.text()),
      }))
      .catch(() => null);
    if (response !== null && response.status < 500) return response;
    if (performance.now() > giveUpAt) throw new Error(`no web server responded to ${method}`);
    if (written !== undefined) written.repeated += 1;
    await sleep(AGAIN_MS);
  }
}

function parse(text: string): Record<string, unknown> {
  const value: unknown = text === "" ? {} : JSON.parse(text);
  return typeof value === "object" && value !== null ? { ...value } : {};
}
