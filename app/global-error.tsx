"use client";

import { Failed } from "@/components/layout/failed";

import "./globals.css";

/** For a failure of what stands around every page, which takes the place of all of it. */
export default function GlobalError(props: Parameters<typeof Failed>[0]) {
  return (
    <html lang="en">
      <body className="bg-paper text-ink font-sans text-base antialiased">
        <title>This page has failed · Tidemark</title>
        <main>
          <Failed {...props} />
        </main>
      </body>
    </html>
  );
}
