"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useSyncExternalStore } from "react";

import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";

const ApiViewer = dynamic(async () => (await import("./api-viewer")).ApiViewer, {
  ssr: false,
  loading: () => <Skeleton className="h-96" />,
});

// The viewer keeps what it shows in the fragment, as `#/Webhooks/createWebhook`.
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
  /** What the page is about, with its title. */
  intro: ReactNode;
  children: ReactNode;
};

/** The operations to read, or, since it weighs more than all of the page, on demand a viewer to try them with. */
export function ApiDocs({ intro, children }: Props) {
  const trying = useSyncExternalStore(subscribe, isTrying, () => false);
  const head = (
    <div className="flex flex-col items-start gap-4">
      {intro}
      <Button variant="secondary" onClick={() => show(trying ? "" : ROOT)}>
        {trying ? "Back to reading" : "Try requests in the browser"}
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
      <section aria-label="API">{head}</section>
      {/* It brings a main landmark of its own. */}
      <ApiViewer />
    </div>
  );
}
