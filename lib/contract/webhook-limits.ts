/** The limits that the console shows of webhooks, apart from the others because of their weight on a page. */
export const WEBHOOK_LIMITS = {
  /** Webhooks per filesystem, disabled ones included. */
  webhooks: 5,
  /** Hours of failures after which a webhook is disabled. */
  failingHours: 24,
  /** Minutes of failures for which it counts as retrying, and afterwards as failing. */
  retryingMinutes: 60,
} as const;
