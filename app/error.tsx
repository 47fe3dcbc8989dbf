"use client";

import { PageError } from "@/components/layout/page-error";

/** Replaces a page that failed to render. */
export default function ErrorPage(props: Parameters<typeof PageError>[0]) {
  return (
    <main>
      <PageError {...props} />
    </main>
  );
}
