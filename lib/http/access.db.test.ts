import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { api } from "@/lib/contract/api";
import { ERRORS } from "@/lib/contract/errors";
import type { Operation } from "@/lib/contract/operation";
import { CALLERS, expectation, WHO } from "@/testing/access/expectations";
import { createAccessFixture, type AccessFixture } from "@/testing/access/fixture";
import { PEOPLE_REQUESTS } from "@/testing/access/people-requests";
import { type Made, REQUESTS } from "@/testing/access/requests";
import { NEEDS } from "@/testing/access/scopes";
import { snapshot } from "@/testing/access/snapshot";
import { startTestService, type TestService } from "@/testing/service";
import { call } from "@/testing/tenant";

let service: TestService;
let fixture: AccessFixture;
beforeAll(async () => {
  service = await startTestService({
    // Limits by address are not the subject: each request comes from another one.
    env: { WEBHOOK_CONNECT_TO: "hooks.test:443=127.0.0.1:9", TRUSTED_PROXIES: "127.0.0.1" },
  });
  fixture = await createAccessFixture(service);
});
afterAll(() => service.close());

let serial = 0;
const ALL_REQUESTS = { ...REQUESTS, ...PEOPLE_REQUESTS };
const OPERATIONS: Operation[] = Object.values(api).flatMap((group) => Object.values(group));

test("every operation says in the table who may call it, and the table names no other", () => {
  expect(OPERATIONS.map(({ id }) => id).toSorted()).toEqual(Object.keys(WHO).toSorted());
});

test("every operation that keys or logins can call says in the table which scope it takes", () => {
  const limited = OPERATIONS.filter(({ access }) => "needs" in access);
  expect(limited.map(({ id }) => id).toSorted()).toEqual(Object.keys(NEEDS).toSorted());
});

describe.each(OPERATIONS.filter(({ id }) => WHO[id] !== undefined))("$id", (op) => {
  const who = WHO[op.id]!;
  const codeOf = (caller: string) => expectation(caller, who, op);
  const refused = CALLERS.filter((caller) => codeOf(caller) !== null);
  const admitted = CALLERS.filter((caller) => codeOf(caller) === null);

  test("refuses with the right code, and nothing changes", async () => {
    const requests = await makeForAll(refused);
    const before = await snapshot(service);
    const responses = await inTurn(refused, (caller, n) => ask(caller, requests[n]!));
    expect(await snapshot(service)).toEqual(before);
    expect(responses).toEqual(
      refused.map((caller) => {
        const code = codeOf(caller)!;
        return { caller, status: ERRORS[code].status, code };
      }),
    );
  });

  test("does it for everybody else", async () => {
    const responses = await inTurn(admitted, async (caller) => {
      const made = await makeFor(caller);
      const done = made.status ?? [op.status, ...Object.keys(op.also ?? {}).map(Number)];
      const reply = await ask(caller, made, made.headers);
      return { ...reply, isDone: [done].flat().includes(reply.status) };
    });
    expect(responses.filter(({ isDone }) => !isDone)).toEqual([]);
    expect(responses).toHaveLength(admitted.length);
  });

  /** What is refused changes nothing, so one request does for all callers, unless it is about the caller. */
  async function makeForAll(callers: string[]): Promise<Made[]> {
    const [first] = callers;
    const isShared = (ALL_REQUESTS[op.id]?.length ?? 0) < 2;
    if (first === undefined || !isShared) return inTurn(callers, makeFor);
    const made = await makeFor(first);
    return callers.map(() => made);
  }

  const makeFor = async (caller: string): Promise<Made> =>
    (await ALL_REQUESTS[op.id]?.(fixture, fixture.callers.get(caller)!)) ?? {};

  async function ask(caller: string, made: Made, as = fixture.callers.get(caller)!.headers) {
    const { orgId = fixture.orgId, fsId = fixture.fsId } = fixture.callers.get(caller)!;
    const names: Record<string, string> = {
      org_id: orgId,
      fs_id: fsId,
      ...made.params,
    };
    const path = op.path.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? "");
    const search = new URLSearchParams(made.query).toString();
    const headers = { ...as, "x-forwarded-for": `203.0.113.${serial++ % 250}` };
    const { status, body } = await send(op, `${path}?${search}`, headers, made.body);
    return { caller, status, code: body?.detail?.code };
  }
});

/** Sends the request; of a stream only the head of the answer is waited for. */
async function send(
  op: Operation,
  route: string,
  as: Record<string, string>,
  body: string | object | undefined,
) {
  if (op.events === "only") {
    const response = await fetch(service.url + route, { headers: as });
    if (response.status !== 200) return { status: response.status, body: await response.json() };
    await response.body?.cancel();
    return { status: 200, body: undefined };
  }
  if (op.mediaType !== undefined)
    return call(service, null, op.method, route, JSON.stringify(body), {
      "content-type": op.mediaType,
      ...as,
    });
  if (op.oauth !== true) return call(service, null, op.method, route, body, as);
  const form = new URLSearchParams({ ...Object(body) }).toString();
  const type = { "content-type": "application/x-www-form-urlencoded" };
  return call(service, null, op.method, route, op.method === "GET" ? undefined : form, {
    ...type,
    ...as,
  });
}

async function inTurn<T>(
  callers: string[],
  run: (caller: string, n: number) => Promise<T>,
): Promise<T[]> {
  const responses: T[] = [];
  for (const [n, caller] of callers.entries()) responses.push(await run(caller, n));
  return responses;
}

test("a colon verb does not answer in the form with a slash", async () => {
  for (const { method, path } of OPERATIONS.filter(({ path: p }) => p.includes(":"))) {
    const names: Record<string, string> = { org_id: fixture.orgId, fs_id: fixture.fsId };
    const route = path
      .replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? fixture.fsId)
      .replaceAll(":", "/");
    const { status, body } = await call(
      service,
      fixture.key,
      method,
      route,
      method === "GET" ? undefined : {},
    );
    expect([path, status, body.detail.code]).toEqual([path, 404, "not_found"]);
  }
});
