import { emailText, nameInText, whyAlerted } from "./emails";
import type { Mail } from "./mailer";

/** A limit with the error code of requests that would exceed it. */
const WHAT = {
  bytes: ["storage", "byte_quota_exceeded"],
  entries: ["entries", "entry_quota_exceeded"],
  filesystems: ["filesystems", "filesystem_limit_reached"],
  api_keys: ["API keys", "api_key_limit_reached"],
} as const;

export type Usage = {
  org_id: string;
  organisation: string;
  /** The filesystem whose own quota it is; null: a limit of the organisation. */
  filesystem: string | null;
  kind: keyof typeof WHAT;
  percent: number;
};

/** Tells that a limit is nearly or fully used (spec 10.10). */
export function usageEmail({ to, appUrl, ...usage }: Usage & { to: string; appUrl: URL }): Mail {
  const [what, code] = WHAT[usage.kind];
  const organisation = nameInText(usage.organisation);
  const owner =
    usage.filesystem === null
      ? `The organisation “${organisation}”`
      : `The filesystem “${nameInText(usage.filesystem)}” of “${organisation}”`;
  const isQuota = usage.kind === "bytes" || usage.kind === "entries";
  const refusal = usage.filesystem === null && isQuota ? `organisation_${code}` : code;
  return {
    to,
    subject: `${nameInText(usage.filesystem ?? usage.organisation)} uses ${usage.percent} % of its ${what}`,
    text: emailText(
      `${owner} uses ${usage.percent} % of the ${what} it may have. Requests that need more than is left are refused with ${refusal}. Delete what you no longer need, or ask the operator of the service for more.`,
      "View the limits:",
      new URL(`/o/${usage.org_id}/settings`, appUrl).href,
      ...whyAlerted("usage", { ...usage, appUrl }),
    ),
  };
}
