import { lazyWithRetry } from "@/components/ui/lazy-with-retry";

/** Few webhooks are paused, so what shows it is loaded for those. */
export const Paused = lazyWithRetry(async () => (await import("./paused")).Paused);
