import type { z } from "zod";

import type { Operation } from "@/lib/contract/operation";

/** An answer that is not the operation's success; `status` is its HTTP status. */
class RequestError extends Error {
  override readonly name = "RequestError";
  readonly status: number;

  constructor(status: number) {
    super(`the service answered ${status}`);
    this.status = status;
  }
}

/**
 * Calls one operation of the contract that needs no parameters. Answers in `accept` are results too, as the
 * 503 of `/ready` is. @throws RequestError for any other status.
 */
export async function request<Op extends Operation>(
  op: Op,
  accept: readonly number[] = [op.status],
  signal?: AbortSignal,
): Promise<z.output<Op["result"]>> {
  const response = await fetch(op.path, { method: op.method, ...(signal ? { signal } : {}) });
  if (!accept.includes(response.status)) throw new RequestError(response.status);
  return op.result.parse(await response.json()) as z.output<Op["result"]>;
}
