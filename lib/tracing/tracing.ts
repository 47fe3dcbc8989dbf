/** Names of our own, numbers and ids of requests. Nothing of a customer: no id, path, URL, name or content. */
type Attribute = string | number | boolean;

/** One piece of work while it lasts. */
export type Span = {
  set(name: string, value: Attribute): void;
  /** It failed. @param type a code or the name of an error, never its message */
  fail(type: string): void;
};

export type SpanStart = {
  name: string;
  /** `server`: a caller waits for it. `client`: it waits for a system of others. */
  kind?: "server" | "client";
  attributes?: Readonly<Record<string, Attribute>>;
  /** What it works on. It belongs to the trace of the first that was carried, and links to those of the others. */
  of?: readonly object[];
};

/** Tells an OpenTelemetry collector what took how long (docs/decisions/0041-traces.md). */
export type Tracing = {
  /** Runs work as a span, inside the span that is current. */
  span<T>(started: SpanStart, run: (span: Span) => Promise<T>): Promise<T>;
  /** Notes that this object belongs to the current span, for work that others may do together later. */
  carry(item: object): void;
  /** The current span in the form of a `traceparent` header, for a process that continues its work. */
  current(): string | undefined;
  /** Runs work inside the span of another process; without one, inside none. */
  within<T>(traceparent: string | undefined, run: () => Promise<T>): Promise<T>;
  /** Sends what is left, for a few seconds at most. */
  close(): Promise<void>;
};
