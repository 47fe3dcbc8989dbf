import { retryAfterMs } from "./duration";
import { type Operation, readOperations } from "./operations";
import { isSigned } from "./signature";

/** What a response means (spec 11.6); errors as JSON, waits in milliseconds. */
export type Outcome =
  | { kind: "finished" }
  | {
      kind: "operations";
      operations: Operation[];
      retryAfter: number | null;
      version: number | null;
    }
  | { kind: "threw"; error: unknown; retriable: boolean; retryAfter: number | null }
  | { kind: "transportError"; why: string };

/**
 * Reads a response. One that the app did not sign says nothing about the function: a transport
 * error.
 */
export async function readResponse(
  response: Response,
  signingKey: string,
  now: number,
): Promise<Outcome> {
  const { status, headers } = response;
  const text = await response.text();
  if (!headers.has("x-inngest-sdk")) return transportError(`status ${status}, not by the SDK`);
  if (!isSigned(signingKey, headers.get("x-inngest-signature"), text, now)) {
    return transportError(`status ${status}, not signed`);
  }
  const body = parse(text);
  if (body === undefined) return transportError(`status ${status}, not JSON`);
  const retryAfter = retryAfterMs(headers.get("retry-after"), now);
  const noRetry = headers.get("x-inngest-no-retry");
  if (status === 200) return { kind: "finished" };
  if (status === 206) {
    const operations = readOperations(body, now);
    const version = Number(headers.get("x-inngest-req-version") ?? Number.NaN);
    return operations === null
      ? transportError("status 206, no operations")
      : {
          kind: "operations",
          operations,
          retryAfter,
          version: Number.isInteger(version) ? version : null,
        };
  }
  if (status === 500 && noRetry === "false") {
    return { kind: "threw", error: body, retriable: true, retryAfter };
  }
  if (status === 400 && noRetry === "true") {
    return { kind: "threw", error: body, retriable: false, retryAfter };
  }
  return transportError(`status ${status}`);
}

function transportError(why: string): Outcome {
  return { kind: "transportError", why };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
