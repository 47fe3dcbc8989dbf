/** An engine to run the suite against: its address, its keys, and how to start it. */
export type Target = {
  name: string;
  url: string;
  eventKey: string;
  /** In the SDK's format, `signkey-…-<hex>`. */
  signingKey: string;
  /** The clock for cron, in milliseconds since 1970. */
  now: () => number;
  /** Called once the app serves at `serveUrl`. */
  start(serveUrl: string): Promise<{ close(): Promise<void> }>;
};

/** An Inngest server that is already running, with the keys it was started with. */
export function realServer(given: Pick<Target, "url" | "eventKey" | "signingKey">): Target {
  return { ...given, name: "real server", now: Date.now, start: runsAlready };
}

function runsAlready() {
  return Promise.resolve({ close: () => Promise.resolve() });
}
