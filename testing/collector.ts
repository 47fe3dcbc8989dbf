import { createServer } from "node:http";

import { portOf } from "./endpoint";

type Value = { stringValue?: string; intValue?: number; boolValue?: boolean };
type Attributes = { key: string; value: Value }[];
type Sent = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Attributes;
  links?: { traceId: string; spanId: string }[];
  status: { code?: number };
};
type Export = {
  resourceSpans: { resource: { attributes: Attributes }; scopeSpans: { spans: Sent[] }[] }[];
};

export type CollectedSpan = Omit<Sent, "attributes"> & {
  attributes: Record<string, string | number | boolean>;
  resource: Record<string, string | number | boolean>;
};

/** A collector of traces on a loopback port: OTLP/HTTP with JSON. */
export type Collector = {
  url: string;
  /** What was posted to `/v1/traces`, as it came. */
  bodies: string[];
  spans: CollectedSpan[];
  /** The status of the next responses; 200 by default. */
  respond: (status: number) => void;
  close(): void;
};

export async function startCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const spans: CollectedSpan[] = [];
  let status = 200;
  const server = createServer((incoming, outgoing) => {
    let body = "";
    incoming.setEncoding("utf8").on("data", (data: string) => (body += data));
    incoming.on("end", () => {
      outgoing.writeHead(incoming.url === "/v1/traces" ? status : 404).end("{}");
      if (status !== 200 || incoming.headers["content-type"] !== "application/json") return;
      bodies.push(body);
      spans.push(...read(JSON.parse(body)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    bodies,
    spans,
    respond: (next) => (status = next),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function read({ resourceSpans }: Export): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map((span) => ({
        ...span,
        attributes: valuesOf(span.attributes),
        resource: valuesOf(resource.attributes),
      })),
  );
}

const valuesOf = (attributes: Attributes) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, Object.values(value)[0] ?? ""] as const),
  );
