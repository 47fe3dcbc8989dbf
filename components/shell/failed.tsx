"use client";

import { Button } from "@/components/ui/button";

type Props = { error: Error & { digest?: string } };

/** What stands in the place of a page that broke. The digest finds the reason in our log. */
export function Failed({ error: { digest } }: Props) {
  return (
    <div role="alert" className="mx-auto flex max-w-prose flex-col items-start gap-4 px-4 py-16">
      <h1 className="text-2xl font-semibold tracking-tight">This page has failed</h1>
      <p className="text-muted">
        Something went wrong on our side, not with your data. Loading the page again often helps.
      </p>
      {digest !== undefined && (
        <p className="text-muted text-sm">
          Name this when you ask for help: <code className="break-all">{digest}</code>
        </p>
      )}
      <Button onClick={() => window.location.reload()}>Load the page again</Button>
    </div>
  );
}
