import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";

import { z } from "zod";

import { eventually } from "./eventually";
import type { TestService } from "./service";
import type { TestUser } from "./user";

const Refusal = z.object({ detail: z.object({ code: z.string() }) });

/** The code of a refusal, if it is one. */
type Outcome = { status: number; code: string | null };

/**
 * Begins a request of the console: its head is sent, and the service has authenticated it and waits for the body.
 * @returns what sends the body and resolves to the response
 */
export async function beginCall(
  service: TestService,
  user: Pick<TestUser, "cookie" | "sessionId">,
  [method, route, body]: [method: string, route: string, body: object],
): Promise<() => Promise<Outcome>> {
  const { db } = service.services;
  const where = { id: user.sessionId };
  const long = new Date(0);
  // A use that is long past is recorded again when the session is looked up, which shows when that was.
  await db.session.update({ where, data: { last_used_at: long } });
  const text = JSON.stringify(body);
  const headers = {
    cookie: user.cookie,
    "sec-fetch-site": "same-origin",
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
  };
  const sent = request(service.url + route, { method, headers });
  const responded = responseTo(sent);
  sent.flushHeaders();
  await eventually("the request to be authenticated", async () => {
    const { last_used_at: at } = await db.session.findUniqueOrThrow({ where });
    return at.getTime() > 0;
  });
  return () => {
    sent.end(text);
    return responded;
  };
}

async function responseTo(sent: ClientRequest): Promise<Outcome> {
  const [response]: IncomingMessage[] = await once(sent, "response");
  const status = response?.statusCode ?? 0;
  if (response === undefined || status < 400) return { status, code: null };
  return { status, code: Refusal.parse(await json(response)).detail.code };
}
