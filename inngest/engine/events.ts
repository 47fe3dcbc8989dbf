import { z } from "zod";

import { ulid } from "./ulid";

/** An event as stored and passed to functions; `ts` in milliseconds since 1970. */
export type EngineEvent = {
  readonly id: string;
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly ts: number;
  readonly [field: string]: unknown;
};

/**
 * An event as it arrived. `madeAt` is when its id was made, by the sender's clock in milliseconds
 * since 1970; null if the sender gave the id.
 */
export type IncomingEvent = { event: EngineEvent; madeAt: number | null };

/** The request is refused; `status` is the HTTP status to respond with. */
export class BadRequestError extends Error {
  override readonly name = "BadRequestError";
  readonly status: number;
  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
}

const incoming = z.looseObject({
  id: z.string().max(255).nullish(),
  name: z.string().min(1).max(255),
  data: z.record(z.string(), z.unknown()).nullish(),
  ts: z.number().int().min(0).max(8.64e15).nullish(),
});

/**
 * Reads the body of `POST /e/:key`, one event or an array (spec 11.4). An event without an id gets
 * a ULID, derived from `seed` (the `x-inngest-event-id-seed` header) so that a repeated POST has
 * the same ids, else a fresh one.
 * @throws BadRequestError naming the event and the problem
 */
export function readEvents(
  body: unknown,
  seed: string | null,
  now: number,
  maxEvents: number,
): IncomingEvent[] {
  const list: unknown[] = Array.isArray(body) ? body : [body];
  if (list.length > maxEvents) throw new BadRequestError(`more than ${maxEvents} events`, 413);
  const { millis, entropy } = readSeed(seed);
  return list.map((raw, i) => {
    const parsed = incoming.safeParse(raw);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new BadRequestError(
        `event ${i}: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`,
      );
    }
    const { id, name, data, ts, ...rest } = parsed.data;
    if (name.startsWith("inngest/")) {
      throw new BadRequestError(`event ${i}: names starting with inngest/ are the engine's own`);
    }
    const given = id === undefined || id === null || id === "" ? undefined : id;
    if (given?.includes("\0") === true) throw new BadRequestError(`event ${i}: id has a null byte`);
    const event = {
      ...rest,
      id: given ?? ulid(millis ?? now, entropy, entropy === undefined ? 0 : i),
      name,
      data: data ?? {},
      ts: ts ?? Math.floor(now),
    };
    return { event, madeAt: given === undefined ? (millis ?? Date.now()) : null };
  });
}

function readSeed(seed: string | null): { millis?: number; entropy?: Uint8Array } {
  const [millis = "", encoded = ""] = (seed ?? "").split(",");
  const entropy = Buffer.from(encoded, "base64");
  if (!/^\d{1,14}$/.test(millis) || entropy.length !== 10) return {};
  return { millis: Number(millis), entropy };
}
