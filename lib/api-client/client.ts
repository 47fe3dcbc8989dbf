import type { z } from "zod";

import { isTemporary, type RetryPolicy, persist } from "./persist";
import { type Callable, type Input, request, RequestError, send } from "./request";

/** Who calls. */
export type Credential = {
  token: () => Promise<string>;
  /** Another token once the service refused this one; null if there is none. */
  renew?: (refused: string, error: RequestError) => Promise<string | null>;
};

export type Connection = {
  baseUrl: string;
  credential: Credential;
  /** Of one attempt whose result is JSON, in milliseconds. */
  timeoutMs: number;
  /** How long a request is repeated that the service did not execute, or may execute twice. */
  retry: Omit<RetryPolicy, "isRepeatable">;
};

type CallInput<Op extends Callable> = Omit<Input<Op>, "from" | "content">;
type SendInput<Op extends Callable> = CallInput<Op> & {
  /** Makes the body of one attempt. */
  content?: () => BodyInit | Promise<BodyInit>;
};

/** The API as a program calls it that is no page of the service. Both throw RequestErrors. */
export type ApiClient = {
  /** The result of an operation. */
  call: <Op extends Callable>(
    op: Op,
    input?: CallInput<Op>,
  ) => Promise<z.output<NonNullable<Op["result"]>>>;
  /** The response of an operation, unread and without a time limit: contents and streams. */
  send: <Op extends Callable>(op: Op, input?: SendInput<Op>) => Promise<Response>;
};

/** A client of one service for one caller. It repeats what fails for a while, if that is safe. */
export function createApiClient(connection: Connection): ApiClient {
  const { baseUrl, credential, timeoutMs, retry } = connection;
  type From = { baseUrl: string; authorization: string };
  const attempt = <T>(op: Callable, run: (from: From) => Promise<T>): Promise<T> =>
    persist(
      () => withToken(credential, (token) => run({ baseUrl, authorization: `Bearer ${token}` })),
      { ...retry, isRepeatable: (error) => mayRepeat(op, error) },
    );
  return {
    call: <Op extends Callable>(op: Op, input?: CallInput<Op>) =>
      attempt(op, (from) =>
        request<Op>(op, { signal: AbortSignal.timeout(timeoutMs), ...input, from }),
      ),
    send: <Op extends Callable>(op: Op, { content, ...input }: SendInput<Op> = {}) =>
      attempt(op, async (from) => {
        const body = content === undefined ? {} : { content: await content() };
        return send<Op>(op, { ...input, ...body, from });
      }),
  };
}

async function withToken<T>(
  { token, renew }: Credential,
  run: (token: string) => Promise<T>,
): Promise<T> {
  const current = await token();
  try {
    return await run(current);
  } catch (error) {
    if (renew === undefined || !(error instanceof RequestError) || error.status !== 401)
      throw error;
    const fresh = await renew(current, error);
    if (fresh === null) throw error;
    return run(fresh);
  }
}

const IDEMPOTENT: ReadonlySet<string> = new Set(["GET", "PUT", "DELETE"]);

/** A rate limit refuses before anything is done. After any other failure the service may have executed the request. */
function mayRepeat({ method }: Callable, error: unknown): boolean {
  if (error instanceof RequestError && error.status === 429) return true;
  return IDEMPOTENT.has(method) && isTemporary(error);
}
