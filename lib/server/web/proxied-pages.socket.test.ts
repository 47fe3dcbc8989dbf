import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import { text } from "node:stream/consumers";

import { afterEach, expect, test } from "vitest";

import { portOf } from "@/testing/endpoint";

import { proxyPages } from "./proxied-pages";
import { closeServer, listen } from "./serve";

const open: Server[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => closeServer(server, 100)));
});

async function serve(server: Server): Promise<number> {
  open.push(server);
  await listen(server, 0, "127.0.0.1");
  return portOf(server);
}

test("a request comes to the pages with its body and headers, and the response back with its own", async () => {
  const inner = createServer((incoming, outgoing) => {
    outgoing.writeHead(201, {
      "set-cookie": ["a=1", "b=2"],
      "x-seen": incoming.headers["x-nonce"],
    });
    incoming.pipe(outgoing);
  });
  const pages = proxyPages(await serve(inner));
  const port = await serve(
    createServer((incoming, outgoing) => {
      incoming.headers["x-nonce"] = "n1";
      outgoing.setHeader("x-outer", "kept");
      void pages.listener(incoming, outgoing);
    }),
  );
  const response = await fetch(`http://127.0.0.1:${port}/a?b`, { method: "POST", body: "hello" });
  expect(response.status).toBe(201);
  expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(response.headers.get("x-seen")).toBe("n1");
  expect(response.headers.get("x-outer")).toBe("kept");
  expect(await response.text()).toBe("hello");
});

test("a WebSocket passes both ways, and ends when the pages are closed", async () => {
  const inner = createServer().on("upgrade", (incoming, socket) => {
    socket.write(
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n",
    );
    socket.write(incoming.url ?? "");
    socket.on("error", () => undefined).pipe(socket);
  });
  const pages = proxyPages(await serve(inner));
  const outer = createServer();
  outer.on("upgrade", (...args) => pages.upgrade?.(...args));
  const headers = { connection: "Upgrade", upgrade: "echo" };
  const asked = request({ port: await serve(outer), path: "/hmr", headers }).end();
  const [, socket, head] = await once(asked, "upgrade");
  let got = String(head);
  socket.on("data", (chunk: Buffer) => (got += String(chunk)));
  await expect.poll(() => got, { timeout: 10_000 }).toBe("/hmr");
  socket.write("ping");
  await expect.poll(() => got, { timeout: 10_000 }).toBe("/hmrping");
  const closed = once(socket, "close");
  pages.close();
  await closed;
});

test("pages that are not there are a 502 that says so", async () => {
  const gone = createServer();
  const port = await serve(gone);
  await closeServer(open.pop() ?? gone, 100);
  const pages = proxyPages(port);
  const outer = await serve(createServer((i, o) => void pages.listener(i, o)));
  const asked = request({ port: outer, agent: false }).end();
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  expect(response.statusCode).toBe(502);
  expect(await text(response)).toContain("development server");
});
