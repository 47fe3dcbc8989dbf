import { once } from "node:events";
import { connect } from "node:net";

import { afterAll, beforeAll, expect, test } from "vitest";

import { portOf } from "@/testing/endpoint";
import { eventually } from "@/testing/eventually";

import { closeServer, createWebServer, listen } from "./serve";

// More than both kernels take for a client that reads nothing.
const BODY = "x".repeat(32 * 1024 * 1024);
const UNREAD_MS = 300;
const settings = {
  trustedProxies: [],
  maxConnections: 100,
  appUrl: new URL("http://localhost:3000"),
};
const respond = async ({ url }: { url: string }) =>
  url.endsWith("/late")
    ? new Promise<Response>((done) => setTimeout(() => done(new Response("late")), 3 * UNREAD_MS))
    : new Response(BODY);
const server = createWebServer(
  respond,
  null,
  (_, outgoing) => void outgoing.end(BODY),
  settings,
  UNREAD_MS,
);
beforeAll(() => listen(server, 0, "127.0.0.1"));
afterAll(() => closeServer(server, 100));

const countConnections = () =>
  new Promise<number>((done) => server.getConnections((_, count) => done(count)));

test.each(["/api/v1/list", "/page"])(
  "a client that takes nothing of %s loses its connection",
  async (path) => {
    const socket = connect(portOf(server), "127.0.0.1").pause();
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    await eventually("the request", async () => (await countConnections()) === 1);
    await eventually("the cut", async () => (await countConnections()) === 0);
    socket.destroy();
    await once(socket, "close");
  },
);

test("one that reads gets all of it, and a response may take longer to begin", async () => {
  const origin = `http://127.0.0.1:${portOf(server)}`;
  expect((await (await fetch(`${origin}/api/v1/list`)).text()).length).toBe(BODY.length);
  expect(await (await fetch(`${origin}/api/v1/late`)).text()).toBe("late");
});
