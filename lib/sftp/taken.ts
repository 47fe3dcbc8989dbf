import { once } from "node:events";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import { addressBehind, addressKey } from "@/lib/http/peer";

import { LIMITS } from "./limits";

/** A connection; `admit` ends its time as a stranger, which has a limit. */
type Taken = { socket: Socket; address: string; admit: () => void };

const CLOSING_MS = 5_000;

const nameOf = (ip: string | undefined, port: number | undefined) => `${ip} ${port}`;

/** The connections of a gateway. Those that have not logged in are few, also of one address, and not for long. */
export function createTaken() {
  const all = new Map<string, Taken>();
  const strangers = new Map<string, number>();
  const countStrangers = () => [...strangers.values()].reduce((sum, count) => sum + count, 0);
  return {
    count: () => all.size,
    find: (ip: string, port: number): Taken | undefined => all.get(nameOf(ip, port)),
    /** Returns false for a connection too many, which is closed then. */
    add(socket: Socket): boolean {
      // It closes by itself after an error.
      socket.on("error", () => undefined);
      const { remoteAddress, remotePort } = socket;
      const address = addressBehind(remoteAddress ?? "unknown", "", []);
      const key = addressKey(address);
      const known = strangers.get(key) ?? 0;
      const isFull = all.size >= LIMITS.connections || countStrangers() >= LIMITS.strangers;
      if (remoteAddress === undefined || isFull || known >= LIMITS.strangersPerAddress) {
        socket.destroy();
        return false;
      }
      strangers.set(key, known + 1);
      let isStranger = true;
      const late = setTimeout(() => socket.destroy(), LIMITS.loginMs);
      const admit = () => {
        clearTimeout(late);
        if (!isStranger) return;
        isStranger = false;
        const left = (strangers.get(key) ?? 1) - 1;
        if (left > 0) strangers.set(key, left);
        else strangers.delete(key);
      };
      const name = nameOf(remoteAddress, remotePort);
      all.set(name, { socket, address, admit });
      socket.once("close", () => {
        admit();
        all.delete(name);
      });
      // Requests are small and their replies are waited for.
      socket.setNoDelay(true);
      return true;
    },
    /** Ends all connections; those that do not close by themselves are cut. */
    async close(): Promise<void> {
      const closing = [...all.values()].map(({ socket }) => once(socket, "close"));
      for (const { socket } of all.values()) socket.end();
      await Promise.race([Promise.all(closing), sleep(CLOSING_MS, undefined, { ref: false })]);
      for (const { socket } of all.values()) socket.destroy();
    },
  };
}
