"use client";

import { PageError } from "@/components/layout/page-error";
import { text } from "@/console/text/page-error";

import "./globals.css";

/** Replaces the whole document when the root layout failed. */
export default function GlobalError(props: Parameters<typeof PageError>[0]) {
  return (
    <html lang="en">
      <body className="bg-paper text-ink font-sans text-base antialiased">
        <title>{text.documentTitle}</title>
        <main>
          <PageError {...props} />
        </main>
      </body>
    </html>
  );
}
