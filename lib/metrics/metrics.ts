import { Counter, Histogram, Registry } from "prom-client";

import { watchProcess } from "./process-metrics";
import { createWatch } from "./watch";

export type Metrics = ReturnType<typeof createMetrics>;

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const ATTEMPT_SECONDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const DELIVERY_SECONDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800];

/**
 * What one process counts, by name, in Prometheus' terms. Labels have few values, and none is an id: what belongs to a
 * customer is in the log of deliveries, not here.
 */
export function createMetrics() {
  const registry = new Registry();
  const watch = createWatch(registry);
  watchProcess(watch);
  return {
    ...countRequests(registry),
    ...countDeliveries(registry),
    watch,
    /** All of it in Prometheus' text format. @param process its label, such as `web` */
    text(process: string): Promise<string> {
      registry.setDefaultLabels({ process });
      return registry.metrics();
    },
  };
}

function countRequests(registry: Registry) {
  const registers = [registry];
  const requests = new Counter({
    name: "tidemark_http_requests_total",
    help: "Requests by operation of the API (page: everything else) and class of the status.",
    labelNames: ["operation", "method", "status"],
    registers,
  });
  const seconds = new Histogram({
    name: "tidemark_http_request_duration_seconds",
    help: "Time until the response began, by operation; long polls wait by design.",
    labelNames: ["operation"],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const errors = new Counter({
    name: "tidemark_http_errors_total",
    help: "Requests of the API that ended with an error, by its code.",
    labelNames: ["code"],
    registers,
  });
  return {
    /** A response began. @param operation its id in the contract, or `page` */
    request(operation: string, method: string, status: number, duration: number): void {
      requests.inc({ operation, method, status: `${Math.floor(status / 100)}xx` });
      seconds.observe({ operation }, duration);
    },
    /** The API refused a request, or failed. @param code of the table of errors */
    refusal: (code: string): void => errors.inc({ code }),
  };
}

function countDeliveries(registry: Registry) {
  const registers = [registry];
  const attempts = new Histogram({
    name: "tidemark_delivery_attempt_duration_seconds",
    help: "Attempts to deliver a message and how long each took, by outcome; ours: a fault of this service.",
    labelNames: ["outcome"],
    buckets: ATTEMPT_SECONDS,
    registers,
  });
  const latency = new Histogram({
    name: "tidemark_delivery_latency_seconds",
    help: "Time from the commit of a message's oldest change to the first byte of its first attempt.",
    buckets: DELIVERY_SECONDS,
    registers,
  });
  return {
    /** An attempt ended. @param outcome `delivered`, `ours` or a failure code */
    attempt: (outcome: string, seconds: number): void =>
      attempts.observe({ outcome: outcome.replace(/^(http_\d)\d\d$/, "$1xx") }, seconds),
    /** A message was sent for the first time. */
    delivery: (seconds: number): void => latency.observe(seconds),
  };
}
