import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";

import {
  type Context,
  type Link,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type SpanExporter,
} from "@opentelemetry/sdk-trace-base";

import { log } from "@/lib/log";

import type { Span, SpanStart, Tracing } from "./tracing";

// Less than the supervisor leaves for the end of a process.
const CLOSE_MS = 3_000;
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT };
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/**
 * Spans over OTLP/HTTP as JSON. Nothing is registered for the process: Next and the Inngest SDK would add spans of
 * their own, with paths and addresses in them. The packages read the other `OTEL_…` variables.
 * @param url where spans are posted
 */
export function createOtlpTracing(url: string): Tracing {
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": "tidemark", "process.pid": process.pid }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(logFailures(new OTLPTraceExporter({ url })))],
  });
  const tracer = provider.getTracer("tidemark");
  const active = new AsyncLocalStorage<SpanContext | undefined>();
  const carried = new WeakMap<object, SpanContext | null>();
  const parents = ({ of = [] }: SpanStart): { parent: SpanContext | undefined; links: Link[] } => {
    const noted = of.filter((item) => carried.has(item));
    if (noted.length === 0) return { parent: active.getStore(), links: [] };
    const [parent, ...others] = noted.flatMap((item) => carried.get(item) ?? []);
    return { parent, links: others.map((context) => ({ context })) };
  };
  return {
    async span(started, run) {
      const { parent, links } = parents(started);
      const kind = started.kind === undefined ? SpanKind.INTERNAL : KINDS[started.kind];
      const options = { kind, attributes: { ...started.attributes }, links };
      const span = tracer.startSpan(started.name, options, contextOf(parent));
      const own: Span = {
        set: (name, value) => void span.setAttribute(name, value),
        fail(type) {
          span.setAttribute("error.type", type);
          span.setStatus({ code: SpanStatusCode.ERROR });
        },
      };
      try {
        return await active.run(span.spanContext(), () => run(own));
      } catch (error) {
        own.fail(error instanceof Error ? error.name : typeof error);
        throw error;
      } finally {
        span.end();
      }
    },
    carry: (item) => void carried.set(item, active.getStore() ?? null),
    current() {
      const context = active.getStore();
      if (context === undefined) return undefined;
      const flags = context.traceFlags.toString(16).padStart(2, "0");
      return `00-${context.traceId}-${context.spanId}-${flags}`;
    },
    within: (traceparent, run) => active.run(parse(traceparent), run),
    async close() {
      const shutdown = provider.shutdown().catch(() => undefined);
      await Promise.race([shutdown, sleep(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}

const contextOf = (parent: SpanContext | undefined): Context =>
  parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);

function parse(traceparent: string | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? "") ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

/** Logs when the collector stops taking spans and when it takes them again; what it did not take is dropped. */
function logFailures(exporter: SpanExporter): SpanExporter {
  let failing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error !== undefined && !failing)
          log.warn({ err: result.error }, "failed to export traces; spans are dropped");
        else if (result.error === undefined && failing) log.info("traces are exported again");
        failing = result.error !== undefined;
        done(result);
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}
