import { LIMITS } from "./limits";

/** The error codes of webhooks and deliveries, a part of `ERRORS`. */
export const WEBHOOK_ERRORS = {
  webhook_limit_reached: {
    status: 409,
    title: "A filesystem can have at most {limit} webhooks; delete one first.",
    limit: LIMITS.webhooks,
  },
  test_inbox_exists: {
    status: 409,
    title: "This filesystem has a test inbox already; list its webhooks to find it.",
  },
  listener_replaced: {
    status: 409,
    title: "Another `tidemark listen` has taken over this listener.",
  },
  listener_response_late: {
    status: 409,
    title: "The attempt has ended without this response; the message is sent again.",
  },
  webhook_not_disabled: { status: 409, title: "The webhook is not disabled." },
  webhook_access_revoked: {
    status: 409,
    title: "The webhook's creator no longer has access; create a new webhook.",
  },
  webhook_not_active: {
    status: 409,
    title: "The webhook is paused or disabled; resume or enable it first.",
  },
  webhook_retrying: {
    status: 409,
    title: "A message of this webhook waits for its retry; resend others when it is delivered.",
  },
  webhook_resending: {
    status: 409,
    title: "Another message of this webhook is about to be resent; try again in a moment.",
  },
  message_not_kept: {
    status: 409,
    title: "The body of this message is no longer kept, so it cannot be resent.",
  },
  webhook_not_paused: { status: 409, title: "The webhook is not paused." },
  webhook_not_retrying: { status: 409, title: "This webhook has no retry pending." },
} as const;
