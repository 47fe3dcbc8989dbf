import { afterAll, beforeAll, expect, test } from "vitest";

import { eventually } from "@/testing/eventually";
import { usePackedCli } from "@/testing/packed-cli";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

const cli = usePackedCli();
let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
});
afterAll(() => service.close());

const start = (...args: string[]) =>
  cli.start(["watch", ...args], {
    TIDEMARK_API_URL: service.url,
    TIDEMARK_API_KEY: tenant.key,
  });

test("changes below a path are printed as they happen, until access ends", async () => {
  const fs = await createFilesystem(service, tenant);
  const put = (file: string) =>
    call(service, tenant.key, "PUT", `${fs.base}/files?parents=true&path=${file}`, "x");
  await put("/a/before");
  const { child, seen, ended } = start(`${fs.id}:/a`, "--since", "0", "--json");
  const printed = () =>
    seen.out
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  await eventually("what was before", () => printed().length === 2);
  await put("/b");
  await put("/a/now");
  await eventually("the change", () => printed().length === 3);
  expect(printed().map(({ type, path }) => [type, path])).toEqual([
    ["created", "/a"],
    ["created", "/a/before"],
    ["created", "/a/now"],
  ]);
  const text = start(`${fs.id}:/a`, "--since", printed()[1].cursor);
  await eventually("the line", () => text.seen.out.includes("\n"));
  expect(text.seen.out).toMatch(/^\S+Z {2}\d+ {2}created {2}\/a\/now\n$/);
  text.child.kill("SIGINT");
  expect(child.exitCode).toBeNull();
  await service.services.db.api_key.updateMany({ data: { revoked_at: new Date() } });
  const { code, err } = await ended;
  expect([code, JSON.parse(err.trim().split("\n").at(-1)!).error.code]).toEqual([
    1,
    "unauthenticated",
  ]);
});

test("a cursor that is none is a mistake", async () => {
  const { code } = await start("fs_01kb3x6v7cf2dsk8xkqz4n5w9a:/", "--since", "yesterday").ended;
  expect(code).toBe(2);
});
