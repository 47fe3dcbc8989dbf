import type { Instrumentation } from "next";

import { log } from "@/lib/log";

/** Tells our log of a page that could not be made; `digest` is what its reader saw of the failure. */
export const onRequestError: Instrumentation.onRequestError = (
  error,
  { headers },
  { routePath },
) => {
  const { digest }: { digest?: unknown } = Object(error);
  log.error(
    { requestId: headers["x-request-id"], err: error, digest, route: routePath },
    "page failed",
  );
};
