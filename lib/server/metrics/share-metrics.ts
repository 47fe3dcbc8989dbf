import { log } from "@/lib/log";
import type { Metrics } from "@/lib/metrics/metrics";
import { metricsQuestion, metricsReply } from "@/lib/server/launch/metrics-messages";

const LATE_MS = 2_500;

/** Lets the other processes of this machine have the metrics of this one, through the launcher. */
export function shareMetrics(metrics: Metrics, name: string): void {
  process.on("message", (raw) => {
    const question = metricsQuestion.safeParse(raw).data;
    if (question === undefined) return;
    metrics.text(name).then(
      (text) => say({ type: "metrics", id: question.id, texts: [text] }),
      (error: unknown) => log.error({ err: error }, "failed to read metrics"),
    );
  });
}

let asked = 0;

/** The metrics of the other processes of this machine; none without a launcher. */
export function askForMetrics(): Promise<string[]> {
  if (!process.connected) return Promise.resolve([]);
  const id = ++asked;
  return new Promise((resolve) => {
    const end = (texts: string[]) => {
      clearTimeout(timer);
      process.off("message", hear);
      resolve(texts);
    };
    const hear = (raw: unknown) => {
      const message = metricsReply.safeParse(raw).data;
      if (message?.id === id) end(message.texts);
    };
    const timer = setTimeout(() => end([]), LATE_MS);
    process.on("message", hear);
    say({ type: "metrics?", id });
  });
}

// The launcher may be gone; that ends this process anyway.
function say(message: object): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}
