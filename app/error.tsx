"use client";

import { Failed } from "@/components/layout/failed";

/** For a page that could not be made. */
export default function ErrorPage(props: Parameters<typeof Failed>[0]) {
  return (
    <main>
      <Failed {...props} />
    </main>
  );
}
