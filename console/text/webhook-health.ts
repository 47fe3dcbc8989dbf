import { countOf } from "./sizes";
import { text as shared } from "./webhooks";

/** Retrying, failing and disabled webhooks: status, banner and actions. `{name}` marks a slot for an element. */
export const text = {
  retryingSince: (time: string) => `Retrying since ${time}`,
  failing: (left: string | null) =>
    left === null ? "Failing: about to be disabled" : `Failing: disabled in ${left}`,
  disabledFailing: "Disabled after failing for 24 h",
  disabledRevoked: "Disabled: creator lost access",
  problem: "Problem",
  creatorLost: "The creator of this webhook can no longer read the filesystem.",
  bannerDisabled: "Disabled: it failed for 24 hours.",
  bannerDisabledAbout: {
    writer: "Fix your endpoint, then press Enable. The next message asks it to list all files.",
    viewer: "Once your endpoint is fixed, ask a member to press Enable.",
  },
  lastAttemptFailed: "The last attempt failed.",
  unhealthyFor: (kind: "retrying" | "failing", span: string, attempts: number) => {
    const since = `${shared.statuses[kind]} for ${span}`;
    return attempts === 0 ? `${since}.` : `${since}, ${countOf(attempts, "attempt")} so far.`;
  },
  sendingNow: "An attempt is in progress.",
  weRetry: "We retry in {countdown}.",
  fixBy: (deadline: string) => `If it isn't fixed by ${deadline}, we disable the webhook.`,
  fixNow: "If it still fails, we disable the webhook now.",
  retryNow: "Retry now",
  retrying: "Sending…",
  retried: (attempt: number) => `Attempt ${attempt} failed.`,
  delivered: (webhook: string, attempt: number) => `${webhook}: delivered on attempt ${attempt}`,
  enable: "Enable",
  recoveryErrors: {
    webhook_not_retrying: "Nothing is waiting to be retried.",
    webhook_not_disabled: "This webhook is already enabled.",
    webhook_access_revoked:
      "The creator of this webhook lost access to the filesystem. Create a new webhook instead.",
  },
  byCode: "Failures by code",
} as const;
