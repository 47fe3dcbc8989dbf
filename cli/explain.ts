import { z } from "zod";

import { RequestError } from "@/lib/api-client/request";
import { ERRORS } from "@/lib/contract/errors";

import { NotLoggedIn } from "./logins";
import { UsageError } from "./usage-error";

/** A failure for people and for programs. */
export type Failure = { code: string; message: string; request_id: string | null };

/** Any failure in a person's words. It never holds a token. */
export function explain(error: unknown): Failure {
  if (error instanceof RequestError) {
    return { code: error.code, message: inWords(error), request_id: error.requestId };
  }
  if (error instanceof UsageError) return local("usage", error.message);
  if (error instanceof NotLoggedIn) {
    const ended = "Your login has ended. Log in again: tidemark login";
    const never = "You are not logged in. Log in: tidemark login";
    return local(error.code, error.code === "login_ended" ? ended : never);
  }
  if (error instanceof Error && error.name === "TimeoutError")
    return local("unreachable", "The service did not answer in time. Try again.");
  if (error instanceof SyntaxError || error instanceof z.ZodError)
    return local("unknown", `${NO_ANSWER}.`);
  return local("failed", error instanceof Error ? error.message : "Something failed.");
}

const NO_ANSWER = "What answers at TIDEMARK_API_URL is not Tidemark, or a newer one";

const local = (code: string, message: string): Failure => ({ code, message, request_id: null });

function inWords({ code, status, problems, retryAfter }: RequestError): string {
  if (code === "unreachable")
    return "The service cannot be reached. Is TIDEMARK_API_URL right, and is it running?";
  if (code === "unknown" || !Object.hasOwn(ERRORS, code)) return `${NO_ANSWER} (status ${status}).`;
  if (code === "unauthenticated")
    return "The credential is not accepted: it is unknown, expired or revoked.";
  if (code === "access_denied") return "The login was refused in the browser.";
  if (code === "expired_token")
    return "The code was not confirmed in time. Run tidemark login again.";
  if (code === "rate_limited" && retryAfter !== null)
    return `Too many requests. Try again in ${retryAfter} s.`;
  const listed = problems.map(({ loc, msg }) => `${loc.slice(1).join(".")} ${msg}`);
  return listed.length > 0 ? `${listed.join("; ")}.` : ERRORS[code].title;
}
