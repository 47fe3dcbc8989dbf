import type { Engine } from "@/inngest/engine/engine";
import type { Metrics } from "@/lib/metrics/metrics";

/** Adds the runs of the embedded engine to the metrics of its process. */
export function observeEngine(metrics: Metrics, engine: Pick<Engine, "stats">): void {
  metrics.watch({
    name: "tidemark_engine_runs",
    help: "Runs that the embedded engine holds in memory by state; calls: those whose function is being called.",
    labels: ["state"],
    read() {
      const { running, waiting, calls } = engine.stats();
      return Object.entries({ running, waiting, calls }).map(([state, value]) => ({
        labels: { state },
        value,
      }));
    },
  });
  metrics.watch({
    name: "tidemark_engine_runs_total",
    help: "Runs of the embedded engine since its start that were started, and that failed for good.",
    labels: ["result"],
    rises: true,
    read() {
      const { started, failed } = engine.stats();
      return Object.entries({ started, failed }).map(([result, value]) => ({
        labels: { result },
        value,
      }));
    },
  });
}
