import { useEffect, useState } from "react";

import { MarkdownNodes } from "@/components/ui/markdown-nodes";
import { Skeleton } from "@/components/ui/skeleton";
import { parseInWorker } from "@/console/state/in-worker";
import type { MarkdownNode } from "@/console/state/markdown";
import { previewText } from "@/console/text/preview";

import { CodeView } from "./code-view";

/** A Markdown file as it is meant to be read, or its source if it can't be rendered. */
export function MarkdownView({ text }: { text: string }) {
  const [nodes, setNodes] = useState<MarkdownNode[] | null>();
  useEffect(() => {
    const closing = new AbortController();
    void parseInWorker(text, closing.signal).then(
      (found) => closing.signal.aborted || setNodes(found),
    );
    return () => closing.abort();
  }, [text]);
  if (nodes === undefined) return <Skeleton className="flex-1" />;
  if (nodes === null)
    return (
      <>
        <p className="text-muted text-sm">{previewText.notRendered}</p>
        <CodeView text={text} language="markdown" />
      </>
    );
  return (
    <section
      aria-label={previewText.contents}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
      tabIndex={0}
      className="border-line rounded-control flex min-h-0 flex-1 flex-col gap-3 overflow-x-hidden overflow-y-auto border p-4 wrap-anywhere *:shrink-0 sm:p-6"
    >
      <MarkdownNodes nodes={nodes} />
    </section>
  );
}
