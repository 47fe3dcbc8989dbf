import type { Settings } from "@/lib/settings";

import type { Span, Tracing } from "./tracing";

const NO_SPAN: Span = { set: () => undefined, fail: () => undefined };

const NO_TRACING: Tracing = {
  span: (_, run) => run(NO_SPAN),
  carry: () => undefined,
  current: () => undefined,
  within: (_, run) => run(),
  close: () => Promise.resolve(),
};

/** The tracing of this process. The packages for it are loaded only if a collector is set. */
export async function openTracing({ tracesUrl }: Pick<Settings, "tracesUrl">): Promise<Tracing> {
  if (tracesUrl === undefined) return NO_TRACING;
  const { createOtlpTracing } = await import("./otlp-tracing");
  return createOtlpTracing(tracesUrl);
}
