import type { Token } from "./highlight";
import type { Language } from "./languages";
import type { MarkdownNode } from "./markdown";

// Usual files take a tenth of it; a file made for it could keep a page busy for minutes.
const MAX_MS = 3_000;

/** Text to highlight, or to parse as Markdown if `language` is null. */
export type TextJob = { text: string; language: Language | null };

/** Code in coloured parts, or null if that takes too long. */
export const highlightInWorker = (text: string, language: Language, signal: AbortSignal) =>
  runInWorker<Token[]>({ text, language }, signal);

/** What a Markdown file shows, or null if it can't be parsed or that takes too long. */
export const parseInWorker = (text: string, signal: AbortSignal) =>
  runInWorker<MarkdownNode[]>({ text, language: null }, signal);

function runInWorker<Result>(job: TextJob, signal: AbortSignal): Promise<Result | null> {
  const worker = new Worker(new URL("./text-worker.ts", import.meta.url));
  return new Promise<Result | null>((resolve) => {
    const giveUp = () => resolve(null);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]);
    limit.addEventListener("abort", giveUp);
    worker.addEventListener("error", giveUp);
    worker.addEventListener("message", ({ data }: MessageEvent<Result>) => resolve(data));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    worker.postMessage(job);
  }).finally(() => worker.terminate());
}
