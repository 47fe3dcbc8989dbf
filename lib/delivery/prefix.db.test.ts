import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createAuthority } from "@/testing/certificates";
import { type Endpoint, startEndpoint } from "@/testing/endpoint";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

import { drain } from "./drain";
import { fanOutPending } from "./fan-out";

const HOST = "receiver.test";
const ca = await createAuthority();
let endpoint: Endpoint;
let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;

beforeAll(async () => {
  endpoint = await startEndpoint({
    certificate: await ca.issue([HOST]),
    respond: () => ({ status: 200 }),
  });
  service = await startTestService({
    ca: ca.ca,
    env: { WEBHOOK_CONNECT_TO: `${HOST}:443=127.0.0.1:${endpoint.port}` },
  });
  tenant = await createTenant(service);
});
afterAll(async () => {
  await service.close();
  await endpoint.close();
});

type Step = ["put" | "mkdir" | "delete", string] | ["move", string, string];

async function take(base: string, step: Step): Promise<void> {
  const [verb, path, to] = step;
  const at = `path=${encodeURIComponent(path)}`;
  const { status } =
    verb === "put"
      ? await call(service, tenant.key, "PUT", `${base}/files?${at}`, "x")
      : verb === "mkdir"
        ? await call(service, tenant.key, "POST", `${base}/directories`, { path })
        : verb === "delete"
          ? await call(service, tenant.key, "DELETE", `${base}/files?${at}&recursive=true`)
          : await call(service, tenant.key, "POST", `${base}/files:move`, { from: path, to });
  expect(status, step.join(" ")).toBeLessThan(300);
}

const tree: Step[] = [
  ["mkdir", "/tickets"],
  ["mkdir", "/tickets-old"],
  ["mkdir", "/tickets/a"],
];

describe.each<[string, string, Step[], string[]]>([
  [
    "the prefix itself, below it, and a sibling with the same beginning",
    "/tickets",
    [...tree, ["put", "/tickets/1"], ["put", "/tickets-old/1"], ["put", "/ticket"]],
    ["created /tickets", "created /tickets/a", "created /tickets/1"],
  ],
  [
    "a prefix that is a file",
    "/tickets/1",
    [
      ...tree,
      ["put", "/tickets/1"],
      ["put", "/tickets/10"],
      ["put", "/tickets/1"],
      ["delete", "/tickets/1"],
    ],
    ["created /tickets/1", "updated /tickets/1", "deleted /tickets/1"],
  ],
  [
    "a move into the prefix",
    "/tickets",
    [...tree, ["put", "/tickets-old/1"], ["move", "/tickets-old/1", "/tickets/a/1"]],
    ["created /tickets", "created /tickets/a", "created /tickets/a/1"],
  ],
  [
    "a move out of the prefix",
    "/tickets",
    [...tree, ["put", "/tickets/a/1"], ["move", "/tickets/a", "/tickets-old/a"]],
    [
      "created /tickets",
      "created /tickets/a",
      "created /tickets/a/1",
      "deleted /tickets/a/1",
      "deleted /tickets/a",
    ],
  ],
  [
    "a move of the prefix away and of another directory to its place",
    "/tickets",
    [
      ...tree,
      ["put", "/tickets-old/z"],
      ["move", "/tickets", "/gone"],
      ["move", "/tickets-old", "/tickets"],
    ],
    [
      "created /tickets",
      "created /tickets/a",
      "deleted /tickets/a",
      "deleted /tickets",
      "created /tickets",
      "created /tickets/z",
    ],
  ],
  [
    "a move of a directory above the prefix",
    "/x/tickets",
    [
      ["mkdir", "/y"],
      ["mkdir", "/y/tickets"],
      ["put", "/y/tickets/1"],
      ["move", "/y", "/x"],
    ],
    ["created /x/tickets", "created /x/tickets/1"],
  ],
  [
    "a prefix with signs that mean something to LIKE and to regular expressions",
    "/100%_a.b",
    [
      ["mkdir", "/100%_a.b"],
      ["put", "/100%_a.b/c"],
      ["mkdir", "/100xxaxb"],
      ["put", "/100xxaxb/c"],
    ],
    ["created /100%_a.b", "created /100%_a.b/c"],
  ],
])("%s", (name, path_prefix, steps, expected) => {
  test(`webhook and feed report the same of ${path_prefix}`, async () => {
    const { base } = await createFilesystem(service, tenant);
    const path = `/${encodeURIComponent(name)}`;
    const { body: webhook } = await call(service, tenant.key, "POST", `${base}/webhooks`, {
      url: `https://${HOST}${path}`,
      path_prefix,
    });
    await drain(service.services, webhook.id);
    for (const step of steps) {
      await take(base, step);
      await fanOutPending(service.services);
      await service.services.pool.query(
        "UPDATE webhook SET pace_until = 'epoch', not_before = 'epoch'",
      );
      await drain(service.services, webhook.id);
    }
    const messages = endpoint.requests
      .filter((request) => request.path === path)
      .map((request) => JSON.parse(request.body));
    const arrived = messages
      .flatMap(({ data }) => data.events)
      .map(({ type, path: at }) => `${type} ${at}`);
    const prefix = encodeURIComponent(path_prefix);
    const feed = await call(
      service,
      tenant.key,
      "GET",
      `${base}/changes?cursor=1&path_prefix=${prefix}`,
    );
    expect(arrived).toEqual(expected);
    expect(
      feed.body.events.map(({ type, path: at }: { type: string; path: string }) => `${type} ${at}`),
    ).toEqual(expected);
  });
});
