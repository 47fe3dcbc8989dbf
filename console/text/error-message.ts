import type { FailureCode, RequestError } from "@/lib/api-client/request";

import { countOf } from "./sizes";

/** Messages for error codes; a page passes its own where it can be more specific. */
export type ErrorMessages = Partial<Record<FailureCode, string>>;

const common: ErrorMessages = {
  unreachable: "We can't reach the service. Check your connection and try again.",
  offline: "You're offline. Try again once you're connected.",
  unavailable: "The service is temporarily unavailable. Try again in a moment.",
  unauthenticated: "You've been signed out. Sign in and try again.",
  forbidden: "Your role doesn't allow this. Ask an owner or an admin.",
  organisation_disabled: "This organisation is disabled. Ask the operator of this service.",
  reauthentication_required: "Confirm it's you, then try again.",
  not_found: "This doesn't exist or has been deleted.",
  validation_error: "Some values aren't valid. Check the highlighted fields.",
  too_many_open:
    "You have too many connections open. Close a tab or wait for uploads to finish, then try again.",
  cross_origin_request:
    "Your browser reported that this request came from another site. Reload the page and try again.",
};

/** What to do with the ID of a request that failed. */
export const REQUEST_ID = "Include this ID when you contact support:";
const unknown = "Something went wrong on our side. Try again.";
const tooMany = (when: string) => `Too many attempts. Try again ${when}.`;

/** Returns the message for an error: the page's own, else the common one. */
export function errorMessage(error: RequestError, messages: ErrorMessages): string {
  if (error.code === "rate_limited" && messages.rate_limited === undefined)
    return tooMany(retryAfter(error.retryAfter));
  return messages[error.code] ?? common[error.code] ?? unknown;
}

function retryAfter(seconds: number | null): string {
  if (seconds === null) return "in a few minutes";
  if (seconds <= 90) return `in ${countOf(Math.max(1, seconds), "second")}`;
  return `in ${countOf(Math.ceil(seconds / 60), "minute")}`;
}
