const active = new Map<string, number>();

/** Runs the drain of a webhook; meanwhile this process does not take its wake-up for lost. */
export async function whileActive<T>(webhookId: string, drain: () => Promise<T>): Promise<T> {
  active.set(webhookId, (active.get(webhookId) ?? 0) + 1);
  try {
    return await drain();
  } finally {
    const left = (active.get(webhookId) ?? 1) - 1;
    if (left > 0) active.set(webhookId, left);
    else active.delete(webhookId);
  }
}

/** Whether this process drains the webhook right now. */
export const isActive = (webhookId: string) => active.has(webhookId);
