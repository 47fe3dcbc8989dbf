import { expect, test } from "vitest";

import { drain } from "@/lib/delivery/drain";
import { useDelivering } from "@/testing/delivering";
import { usePackedCli } from "@/testing/packed-cli";
import { createFilesystem } from "@/testing/tenant";

const cli = usePackedCli();
const running = useDelivering();
// Each test starts many programs.
const timeout = 300_000;

const tidemark = (...args: string[]) =>
  cli.run(args, {
    TIDEMARK_API_URL: running.service.url,
    TIDEMARK_API_KEY: running.tenant.key,
  });
const json = async (...args: string[]) => {
  const { code, out, err } = await tidemark(...args, "--json");
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out);
};

test("a webhook is created, paused, resumed, and deleted at the shell", { timeout }, async () => {
  const fs = await createFilesystem(running.service, running.tenant);
  const url = "https://receiver.test/hooks";
  const made = await json("webhooks", "create", fs.id, url, "--prefix", "/a", "--description", "x");
  expect(made).toMatchObject({ url, path_prefix: "/a", description: "x" });
  expect(made.secret).toMatch(/^whsec_/);
  expect((await json("webhooks", "list", fs.id))[0]).toMatchObject({ id: made.id });
  const verb = async (name: string) => (await json("webhooks", name, fs.id, made.id)).state;
  expect(await verb("pause")).toBe("paused");
  const { out } = await tidemark("webhooks", "get", fs.id, made.id);
  expect(out).toMatch(/^state {12}paused$/m);
  const twice = await tidemark("webhooks", "pause", fs.id, made.id);
  expect([twice.code, twice.err]).toEqual([1, expect.stringMatching(/^tidemark: .*\(req_.*\)\n$/)]);
  expect(await verb("resume")).toBe("active");
  const { secret } = await json("webhooks", "rotate-secret", fs.id, made.id);
  expect(secret).not.toBe(made.secret);
  await json("webhooks", "delete", fs.id, made.id);
  expect(await json("webhooks", "list", fs.id)).toEqual([]);
});

test("deliveries are listed, shown and sent again", { timeout }, async () => {
  const fs = await createFilesystem(running.service, running.tenant);
  const { id } = await json("webhooks", "create", fs.id, "https://receiver.test/hooks");
  running.respond = () => ({ status: 500 });
  await drain(running.service.services, id);
  const [failing] = await json("deliveries", "list", fs.id, id, "--status", "waiting");
  expect(failing.attempts.at(-1).outcome).toBe("http_500");
  running.respond = () => ({ status: 200 });
  await json("webhooks", "retry", fs.id, id);
  await drain(running.service.services, id);
  const [delivered] = await json("deliveries", "list", fs.id, id, "--limit", "1");
  expect(delivered).toMatchObject({ id: failing.id, status: "delivered" });
  expect((await json("deliveries", "resend", fs.id, id, delivered.id)).id).toBe(delivered.id);
  const { out } = await tidemark("deliveries", "get", fs.id, id, delivered.id);
  expect(out).toMatch(/attempt 1 .* http_500/);
  expect(out).toContain('"type":"files.resync"');
  await json("webhooks", "resync", fs.id, id);
  for (const args of [
    ["--status", "lost"],
    ["--limit", "0"],
  ])
    expect((await tidemark("deliveries", "list", fs.id, id, ...args)).code).toBe(2);
});
