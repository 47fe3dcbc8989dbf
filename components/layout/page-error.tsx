"use client";

import { text } from "@/console/text/page-error";

type Props = { error: Error & { digest?: string } };

/**
 * Replaces a page that failed; the digest finds the cause in our log. It uses no shared component: that could be what
 * failed.
 */
export function PageError({ error: { digest } }: Props) {
  return (
    <div role="alert" className="mx-auto flex max-w-prose flex-col items-start gap-4 px-4 py-16">
      <h1 className="text-2xl font-semibold tracking-tight">{text.title}</h1>
      <p className="text-muted">{text.about}</p>
      {digest !== undefined && (
        <p className="text-muted text-sm">
          {text.reference} <code className="break-all">{digest}</code>
        </p>
      )}
      <button
        type="button"
        className="bg-tide text-on-tide hover:bg-tide-strong rounded-control h-9 px-4 font-medium"
        onClick={() => window.location.reload()}
      >
        {text.reload}
      </button>
    </div>
  );
}
