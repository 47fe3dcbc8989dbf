import type { Metadata } from "next";

import { LazyViewer } from "@/components/docs/lazy-viewer";
import { SiteHeader } from "@/components/layout/site-header";
import { Button } from "@/components/ui/button";
import { PlainLink } from "@/components/ui/plain-link";
import { text } from "@/console/text/docs";

export const metadata: Metadata = { title: text.tryIt };

/** A viewer to try operations. Its library makes HTML of text, so the policy of this page allows that. */
export default function Page() {
  return (
    <>
      <SiteHeader />
      <div className="mx-auto flex max-w-5xl flex-col gap-8 px-4 py-10 sm:px-6">
        <section aria-label={text.api} className="flex flex-col items-start gap-4">
          <h1 className="text-2xl font-semibold tracking-tight">{text.tryIt}</h1>
          <Button variant="secondary" asChild>
            <PlainLink href="/docs/api">{text.backToReference}</PlainLink>
          </Button>
        </section>
        {/* The viewer has its own main landmark. */}
        <LazyViewer />
      </div>
    </>
  );
}
