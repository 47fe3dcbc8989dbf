import { RequestError } from "@/lib/api-client/request";

import type { Made, Remote } from "./remote";

/**
 * Makes an exchange of which the response was lost, unless it was made; it may also be made only now, and a second time
 * would undo it. @param node what was at `from` before
 * @throws FuseError, RequestError
 */
export async function exchangeAgain(
  remote: Pick<Remote, "stat" | "exchange">,
  from: string,
  to: string,
  node: string,
): Promise<Made> {
  for (;;) {
    const old = await remote.stat(from);
    const stat = await remote.stat(to);
    if (stat?.node_id === node) return { stat, cursor: null };
    try {
      return await remote.exchange(from, to, old?.etag);
    } catch (error) {
      if (!(error instanceof RequestError) || error.code !== "precondition_failed") throw error;
    }
  }
}
