/** The outcome of a message; every message is acknowledged. */
export type Outcome = "applied" | "queued" | "duplicate" | "resync";

/** What the receiver reports: with --json each is one line of standard output. */
export type Report =
  | { event: "listening"; port: number; url: string }
  | { event: "ready"; webhook_id: string }
  | {
      event: "message";
      /** When the request arrived, in milliseconds since 1970. */
      at: number;
      id: string;
      type: string;
      cursor: string;
      events: number;
      outcome: Outcome;
      /** Entries in the mirror afterwards. */
      mirror: number;
    }
  | { event: "refused"; at: number; status: number; reason: string }
  | { event: "listed"; cursor: string; entries: number }
  | { event: "caught_up"; cursor: string; events: number }
  | { event: "contents"; cursor: string; fetched: number }
  | { event: "trouble"; while: string; reason: string };

export type Reporter = (report: Report) => void;

/** Returns a reporter that prints one line per report: JSON or a sentence. */
export function reporter(json: boolean): Reporter {
  return (report) => console.log(json ? JSON.stringify(report) : sentence(report));
}

/** Returns the cause of an error in one line, without the request that carried a credential. */
export function reason(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return `${error.message}${cause}`;
}

function sentence(report: Report): string {
  switch (report.event) {
    case "listening":
      return `Listening for ${report.url} on 127.0.0.1:${report.port}.`;
    case "ready":
      return `Ready for the messages of ${report.webhook_id}.`;
    case "message":
      return (
        `${new Date(report.at).toISOString()} ${report.type} ${report.outcome}: ` +
        `${report.events} events, cursor ${report.cursor}, mirror ${report.mirror}`
      );
    case "refused":
      return `${new Date(report.at).toISOString()} refused with ${report.status}: ${report.reason}`;
    case "listed":
      return `Listed ${report.entries} entries; continuing from cursor ${report.cursor}.`;
    case "caught_up":
      return `Caught up from the feed: ${report.events} events, cursor ${report.cursor}.`;
    case "contents":
      return `Contents are complete at cursor ${report.cursor}: ${report.fetched} files fetched.`;
    case "trouble":
      break;
  }
  return `Failed while ${report.while}: ${report.reason}. Retrying.`;
}
