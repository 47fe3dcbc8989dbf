/** An engine that the suite can be run against: where it listens, its keys, and how it is started. */
export type Target = {
  name: string;
  url: string;
  eventKey: string;
  /** As the SDK has it, `signkey-…-<hex>`. */
  signingKey: string;
  /** What cron goes by, in milliseconds since 1970. */
  now: () => number;
  /** Called once the app serves at `serveUrl`. */
  start(serveUrl: string): Promise<{ close(): Promise<void> }>;
};

/** An Inngest server that runs already, with the keys it was started with. */
export function realServer(given: Pick<Target, "url" | "eventKey" | "signingKey">): Target {
  return { ...given, name: "real server", now: Date.now, start: runsAlready };
}

function runsAlready() {
  return Promise.resolve({ close: () => Promise.resolve() });
}
