import { z } from "zod";

import { RequestError } from "@/lib/api-client/request";
import { isErrorCode, titleOf } from "@/lib/contract/limit-codes";
import { KEY_SCOPES, loginWith } from "@/lib/contract/scopes";
import { UsageError } from "@/lib/usage-error";

import { NotLoggedIn } from "./logins";

/** A failure as text and for `--json`. */
export type Failure = { code: string; message: string; request_id: string | null };

/** Describes any failure, without tokens. */
export function explain(error: unknown): Failure {
  if (error instanceof RequestError) {
    return { code: error.code, message: describe(error), request_id: error.requestId };
  }
  if (error instanceof UsageError) return local("usage", error.message);
  if (error instanceof NotLoggedIn) {
    const ended = "Your login has ended. Run `tidemark login` to log in again.";
    const never = "You are not logged in. Run `tidemark login`.";
    return local(error.code, error.code === "login_ended" ? ended : never);
  }
  if (error instanceof Error && error.name === "TimeoutError")
    return local("unreachable", "The service did not respond in time. Try again.");
  if (error instanceof SyntaxError || error instanceof z.ZodError)
    return local("unknown", `${UNKNOWN_SERVICE}.`);
  return local("failed", error instanceof Error ? error.message : "Something went wrong.");
}

const UNKNOWN_SERVICE = "The server at TIDEMARK_API_URL is not Tidemark, or a newer version";

const local = (code: string, message: string): Failure => ({ code, message, request_id: null });

function describeScope(scope: string): string {
  const orKey = KEY_SCOPES.some((one) => one === scope) ? ", or use an API key that has it" : "";
  return `The credential lacks the scope \`${scope}\`. Run \`tidemark ${loginWith(scope)}\`${orKey}.`;
}

function describe({ code, status, problems, retryAfter, scope, limit }: RequestError): string {
  if (code === "unreachable" || code === "offline")
    return "Cannot reach the service. Check TIDEMARK_API_URL and that the service is running.";
  if (code === "unknown" || !isErrorCode(code)) return `${UNKNOWN_SERVICE} (status ${status}).`;
  if (code === "unauthenticated") return "The credential is unknown, expired or revoked.";
  if (code === "access_denied") return "The login was denied in the browser.";
  if (code === "expired_token")
    return "The code expired before it was confirmed. Run `tidemark login` again.";
  if (code === "rate_limited" && retryAfter !== null)
    return `Too many requests. Try again in ${retryAfter} s.`;
  if (scope !== null) return describeScope(scope);
  const listed = problems.map(({ loc, msg }) => `${loc.slice(1).join(".")} ${msg}`);
  if (listed.length > 0) return `${listed.join("; ")}.`;
  return titleOf(code, limit ?? undefined).replace("{limit}", "that many");
}
