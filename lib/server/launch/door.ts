import type { ChildProcess } from "node:child_process";
import type net from "node:net";

import { z } from "zod";

import { explain } from "./explain";
import type { Starter } from "./starter";
import { supervise, SUPERVISOR_TIMES, type Supervised, type SupervisorTimes } from "./supervisor";

/** A program that runs while it is needed: from its first connection until it says that it is idle. */
export type Door = Pick<Supervised, "restart" | "stop">;

// As many as a busy second brings; more would only wait until their clients give up.
const MAX_WAITING = 256;

const messageShape = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  z.object({ type: z.literal("idle"), taken: z.int() }),
]);

/**
 * Accepts the connections of `server` and passes each to the program, which is started by the first one. The server
 * must have `pauseOnConnect`, so that this process reads nothing of them.
 */
export function openDoor(
  name: string,
  server: net.Server,
  starter: Starter,
  report: (line: string) => void,
  times: SupervisorTimes = SUPERVISOR_TIMES,
): Door {
  const queue = createQueue();
  let program: Supervised | null = null;
  let closed = false;
  const start = () => {
    const counted = {
      start: () => queue.serve(starter.start(), () => void idle()),
      close: () => undefined,
    };
    program = supervise(name, counted, report, times);
    program.ready.catch((error: unknown) => {
      report(explain(error));
      program = null;
      queue.clear();
    });
  };
  const idle = async () => {
    const ending = program;
    await ending?.stop();
    if (program === ending) program = null;
    if (queue.isWaiting() && !closed) start();
  };
  server.on("connection", (socket) => {
    if (closed || !queue.add(socket)) socket.destroy();
    else if (program === null) start();
  });
  return {
    restart: (graceMs) => program?.restart(graceMs),
    async stop() {
      closed = true;
      server.close();
      queue.clear();
      await program?.stop();
      starter.close();
    },
  };
}

/** Connections that wait for the program, and how many it was passed since its start. */
function createQueue() {
  const waiting: net.Socket[] = [];
  let child: ChildProcess | null = null;
  let passed = 0;
  const pass = () => {
    for (const socket of child === null ? [] : waiting.splice(0)) {
      passed += 1;
      // Node forgets a socket that it does not keep, also when the program has just died.
      child?.send("connection", socket, { keepOpen: true }, (error) => {
        if (error === null) socket.destroy();
        else waiting.push(socket);
      });
    }
  };
  return {
    isWaiting: () => waiting.length > 0,
    /** Returns false for a connection too many. */
    add(socket: net.Socket): boolean {
      // Its client may leave while it waits.
      socket.on("error", () => socket.destroy());
      if (waiting.length >= MAX_WAITING) return false;
      waiting.push(socket);
      pass();
      return true;
    },
    clear(): void {
      for (const socket of waiting.splice(0)) socket.destroy();
    },
    /** Passes connections to a program once it is ready. `idle`: it has none, and none is on its way. */
    serve(begun: ChildProcess, idle: () => void): ChildProcess {
      child = null;
      passed = 0;
      begun.once("exit", () => {
        if (child === begun) child = null;
      });
      begun.on("message", (raw: unknown) => {
        const message = messageShape.safeParse(raw).data;
        if (message?.type === "ready") {
          child = begun;
          pass();
        } else if (message?.taken === passed && child === begun) {
          child = null;
          idle();
        }
      });
      return begun;
    },
  };
}
