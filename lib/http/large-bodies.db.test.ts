import { afterAll, beforeAll, expect, test } from "vitest";

import { middleAndMost, strainDuring } from "@/testing/flood-client";
import { startTestService, type TestService } from "@/testing/service";
import { STALL_MS } from "@/testing/stall";
import { call, createFilesystem, createTenant } from "@/testing/tenant";
import { startWebProcess, type WebProcess } from "@/testing/web-process";

const KIB = 1024;
let service: TestService;
let web: WebProcess;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let fs: Awaited<ReturnType<typeof createFilesystem>>;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
  fs = await createFilesystem(service, tenant);
  web = await startWebProcess(service);
});
afterAll(async () => {
  await web.stop();
  await service.close();
});

/** JSON of about so many bytes, all of it fields that no one knows. */
function unknownFields(bytes: number): string {
  const fields: string[] = [];
  for (let size = 2; size < bytes - 12; size += fields.at(-1)!.length + 1)
    fields.push(`"${fields.length.toString(36)}":0`);
  return `{${fields.join(",")}}`;
}

type Reply = { status: number; bytes: number };

const cut = () => ({ status: 413, bytes: 0 });

/** Sends a body sixty times at once; one that is cut off while it is still being sent counts as a 413. */
async function sendSixty(path: string, body: string, key?: string): Promise<Reply[]> {
  const headers = {
    "content-type": "application/json",
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  };
  const send = async () => {
    const response = await fetch(web.url + path, { method: "POST", body, headers });
    return { status: response.status, bytes: (await response.text()).length };
  };
  return Promise.all(Array.from({ length: 60 }, () => send().catch(cut)));
}

const deep = (bytes: number) => "[".repeat(bytes / 2) + "]".repeat(bytes / 2);
const strangers = () => ["/api/v1/auth/password-reset"] as const;
const customers = () => [`${fs.base}/files:move`, tenant.key] as const;

test.each([
  ["strangers, 1 MiB of unknown fields", strangers, unknownFields(KIB * KIB), 413],
  ["strangers, 16 KiB of unknown fields", strangers, unknownFields(16 * KIB), 422],
  ["strangers, 16 KiB of brackets", strangers, deep(16 * KIB), 422],
  ["customers, 1 MiB of unknown fields", customers, unknownFields(KIB * KIB), 413],
  ["customers, 64 KiB of unknown fields", customers, unknownFields(64 * KIB), 422],
  ["customers, 64 KiB of brackets", customers, deep(64 * KIB), 422],
])("%s, sixty times at once, delay no one", async (name, to, body, status) => {
  const [path, key] = to();
  let replies: Reply[] = [];
  const { health } = await strainDuring(web, async () => {
    replies = await sendSixty(path, body, key);
  });
  const { middle, most } = middleAndMost(health);
  console.log(`${name}: median ${middle.toFixed(1)} ms, most ${most.toFixed(1)} ms`);
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([status]));
  expect(Math.max(...replies.map(({ bytes }) => bytes))).toBeLessThan(2 * KIB);
  expect(most).toBeLessThan(2 * STALL_MS);
});

test("two of the longest paths, every byte of them escaped, are no body too large", async () => {
  const longest = `/${"\u0001".repeat(254)}`.repeat(16);
  expect(longest).toHaveLength(4_080);
  const body = {
    from: `${longest}/${"\u0001".repeat(15)}`,
    to: `${longest}/${"\u0002".repeat(15)}`,
  };
  expect(JSON.stringify(body).length).toBeGreaterThan(48_000);
  const moved = await call(service, tenant.key, "POST", `${fs.base}/files:move`, body);
  expect([moved.status, moved.body.detail.code]).toEqual([404, "path_not_found"]);
});

async function sendForm(fields: number) {
  const form = Array.from({ length: fields }, (_, n) => [`f${n}`, "x"]);
  const body = new URLSearchParams([...form, ["client_id", "tidemark-cli"]]);
  const url = `${service.url}/oauth/device_authorization`;
  const response = await fetch(url, { method: "POST", body });
  return [response.status, (await response.json()).error];
}

test("a form of more than twenty fields is refused", async () => {
  expect(await sendForm(19)).toEqual([200, undefined]);
  expect(await sendForm(20)).toEqual([400, "invalid_request"]);
});
