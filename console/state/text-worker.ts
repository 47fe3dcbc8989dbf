import { highlight } from "./highlight";
import type { TextJob } from "./in-worker";
import { parseMarkdown } from "./markdown";

const run = ({ text, language }: TextJob) =>
  language === null ? parseMarkdown(text) : highlight(text, language);

addEventListener("message", ({ data }: MessageEvent<TextJob>) => postMessage(run(data)));
