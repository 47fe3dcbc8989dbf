import type { ChildProcess } from "node:child_process";

import { metricsQuestion, metricsReply } from "./metrics-messages";
import type { Starter } from "./starter";

// Less than what the one who asks waits, and than a scrape may take.
const LATE_MS = 1_500;

/** Passes metrics between the processes of one machine. */
export type MetricsRelay = {
  /** The same starter, whose processes can ask the others and are asked. */
  connect(starter: Starter): Starter;
};

/**
 * When a process asks for metrics, asks all others and replies with what they say (docs/decisions/0040-metrics.md).
 * Nothing is sent unless one asks. One that does not reply in time is left out.
 */
export function createMetricsRelay(lateMs = LATE_MS): MetricsRelay {
  const running = new Set<ChildProcess>();
  let asked = 0;
  const reply = async (to: ChildProcess, id: number) => {
    const others = [...running].filter((child) => child !== to);
    const texts = (await Promise.all(others.map((child) => ask(child, ++asked, lateMs)))).flat();
    say(to, { type: "metrics", id, texts });
  };
  return {
    connect: (starter) => ({
      start() {
        const child = starter.start();
        running.add(child);
        child.once("exit", () => running.delete(child));
        child.on("message", (raw) => {
          const question = metricsQuestion.safeParse(raw).data;
          if (question !== undefined) void reply(child, question.id);
        });
        return child;
      },
      close: () => starter.close(),
    }),
  };
}

function ask(child: ChildProcess, id: number, lateMs: number): Promise<string[]> {
  return new Promise((resolve) => {
    const end = (texts: string[]) => {
      clearTimeout(timer);
      child.off("message", hear);
      child.off("exit", leave);
      resolve(texts);
    };
    const hear = (raw: unknown) => {
      const message = metricsReply.safeParse(raw).data;
      if (message?.id === id) end(message.texts);
    };
    const leave = () => end([]);
    const timer = setTimeout(leave, lateMs);
    child.on("message", hear);
    child.once("exit", leave);
    say(child, { type: "metrics?", id });
  });
}

// A process that is ending may have closed its channel.
function say(child: ChildProcess, message: object): void {
  if (child.connected) child.send(message, () => undefined);
}
