"use client";

type Props = { error: Error & { digest?: string } };

/**
 * What stands in the place of a page that broke. The digest finds the reason in our log. It shares nothing with the page:
 * every page carries it three times, for its frames, and what it shared could be what broke.
 */
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
      <button
        type="button"
        className="bg-tide text-on-tide hover:bg-tide-strong rounded-control h-9 px-4 font-medium"
        onClick={() => window.location.reload()}
      >
        Load the page again
      </button>
    </div>
  );
}
