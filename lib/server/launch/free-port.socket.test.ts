import { once } from "node:events";
import net from "node:net";

import { expect, test } from "vitest";

import { freePort } from "./free-port";

test("a port that is taken is passed over", async () => {
  const taken = await freePort();
  const server = net.createServer();
  await once(server.listen(taken, "127.0.0.1"), "listening");
  const rolls = [(taken - 20_000 + 0.5) / 12_000, (taken - 20_000 + 0.5) / 12_000];
  expect(await freePort(() => rolls.pop() ?? 0.5)).not.toBe(taken);
  await new Promise((resolve) => server.close(resolve));
  await expect(freePort(() => (taken - 20_000 + 0.5) / 12_000)).resolves.toBe(taken);
});
