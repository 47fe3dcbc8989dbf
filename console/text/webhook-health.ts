import { countOf } from "./sizes";
import { text as shared } from "./webhooks";

/** Retrying, failing and disabled webhooks: status, banner and actions. `{name}` marks a slot for an element. */
export const text = {
  retryingSince: (time: string) => `Retrying since ${time}`,
  failing: (left: string) => `Failing: disabled in ${left}`,
  disabledFailing: "Disabled after failing for 24 h",
  disabledRevoked: "Disabled: creator lost access",
  problem: "Problem",
  bannerRevoked: "Disabled: the creator of this webhook can no longer read the filesystem.",
  bannerRevokedAbout: "It can't be re-enabled. Create a new webhook to continue.",
  bannerDisabled: "Disabled: it failed for 24 hours.",
  bannerDisabledAbout:
    "Fix your endpoint, then press Enable. The next message asks it to list all files.",
  lastAttemptFailed: "The last attempt failed.",
  unhealthyFor: (kind: "retrying" | "failing", span: string, attempts: number) => {
    const since = `${shared.statuses[kind]} for ${span}`;
    return attempts === 0 ? `${since}.` : `${since}, ${countOf(attempts, "attempt")} so far.`;
  },
  sendingNow: "An attempt is in progress.",
  weRetry: "We retry in {countdown}.",
  fixBefore: (deadline: string) => `Fix it before ${deadline} or the webhook is disabled.`,
  retryNow: "Retry now",
  retrying: "Sending…",
  enable: "Enable",
  recoveryErrors: {
    webhook_not_retrying: "Nothing is waiting to be retried.",
    webhook_not_disabled: "This webhook is already enabled.",
    webhook_access_revoked:
      "The creator of this webhook lost access to the filesystem. Create a new webhook instead.",
  },
  byCode: "Failures by code",
} as const;
