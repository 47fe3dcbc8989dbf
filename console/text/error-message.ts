import type { FailureCode, RequestError } from "@/lib/api-client/request";

/** What failures mean on a certain page, where that is more than they mean everywhere. */
export type ErrorMessages = Partial<Record<FailureCode, string>>;

const EVERYWHERE: ErrorMessages = {
  unreachable: "The service cannot be reached. Check your connection and try again.",
  unavailable: "A part of the service is away for a moment. Try again.",
  unauthenticated: "You are signed out. Sign in and try again.",
  forbidden: "Your role does not allow this.",
  reauthentication_required: "Confirm it's you: sign in again, then retry.",
  not_found: "This does not exist any more.",
  validation_error: "Something you entered cannot be used. Look at the marked fields.",
  cross_origin_request:
    "The browser says this came from another site. Reload the page and try again.",
};

/** A failure in a person's words. What is ours to mend says so, and nothing of our insides. */
export function errorMessage(error: RequestError, here: ErrorMessages): string {
  if (error.code === "rate_limited" && here.rate_limited === undefined)
    return `Too many attempts. Try again ${after(error.retryAfter)}.`;
  return here[error.code] ?? EVERYWHERE[error.code] ?? "Something failed on our side. Try again.";
}

function after(seconds: number | null): string {
  if (seconds === null) return "in a few minutes";
  if (seconds <= 90) return `in ${Math.max(1, seconds)} second${seconds > 1 ? "s" : ""}`;
  return `in ${Math.ceil(seconds / 60)} minutes`;
}
