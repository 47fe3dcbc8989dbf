"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useSyncExternalStore } from "react";

import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { text } from "@/console/text/docs";

const ApiViewer = dynamic(async () => (await import("./api-viewer")).ApiViewer, {
  ssr: false,
  loading: () => <Skeleton className="h-96" />,
});

// The viewer keeps its position in the fragment, as in `#/Webhooks/createWebhook`.
const ROOT = "#/";

function subscribe(onChange: () => void): () => void {
  window.addEventListener("hashchange", onChange);
  return () => window.removeEventListener("hashchange", onChange);
}
const isTrying = () => window.location.hash.startsWith(ROOT);
const show = (fragment: string) => {
  window.location.hash = fragment;
};

type Props = {
  /** The title of the page and its introduction. */
  intro: ReactNode;
  children: ReactNode;
};

/** The API reference, or on demand a viewer to try operations, which is larger than the rest of the page. */
export function ApiDocs({ intro, children }: Props) {
  const trying = useSyncExternalStore(subscribe, isTrying, () => false);
  const head = (
    <div className="flex flex-col items-start gap-4">
      {intro}
      <Button variant="secondary" onClick={() => show(trying ? "" : ROOT)}>
        {trying ? text.backToReference : text.tryIt}
      </Button>
    </div>
  );
  const className = "mx-auto flex max-w-5xl flex-col gap-8 px-4 py-10 sm:px-6";
  if (!trying)
    return (
      <main className={className}>
        {head}
        {children}
      </main>
    );
  return (
    <div className={className}>
      <section aria-label={text.api}>{head}</section>
      {/* The viewer has its own main landmark. */}
      <ApiViewer />
    </div>
  );
}
