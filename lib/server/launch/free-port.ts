import { once } from "node:events";
import net from "node:net";

// Below those that systems give to connections and to port 0, of which one could be taken before it is used here.
const FIRST = 20_000;
const COUNT = 12_000;
const TRIES = 100;

/** A TCP port of 127.0.0.1 that is free. @param random as `Math.random` */
export async function freePort(random = Math.random): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = FIRST + Math.floor(random() * COUNT);
    if (await isFree(port)) return port;
  }
  throw new Error("no TCP port is free");
}

async function isFree(port: number): Promise<boolean> {
  const server = net.createServer();
  try {
    await once(server.listen(port, "127.0.0.1"), "listening");
    await new Promise((resolve) => server.close(resolve));
    return true;
  } catch {
    return false;
  }
}
