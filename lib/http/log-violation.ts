import type { z } from "zod";

import type { service } from "@/lib/contract/service";
import { log } from "@/lib/log";

const MAX_FIELD = 200;

/** Logs what the policy of a page refused (spec 4.52). Anyone can report anything, so every field is short. */
export function logViolation({
  "csp-report": report,
}: z.output<typeof service.reportViolation.body>): void {
  log.warn(
    {
      page: withoutQuery(report["document-uri"]),
      directive: report["effective-directive"]?.slice(0, MAX_FIELD),
      blocked: withoutQuery(report["blocked-uri"]),
      source: withoutQuery(report["source-file"]),
      line: report["line-number"],
    },
    "the policy of a page refused something",
  );
}

/** A query or fragment may hold a token. */
const withoutQuery = (url?: string) => url?.split(/[?#]/, 1)[0]?.slice(0, MAX_FIELD);
