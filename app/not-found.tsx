import type { Metadata } from "next";

import { AuthShell } from "@/components/layout/auth-shell";
import { Button } from "@/components/ui/button";
import { PlainLink } from "@/components/ui/plain-link";
import { text } from "@/console/text/not-found";

export const metadata: Metadata = { title: text.notFound };

/** Shown for a URL without a page. */
export default function NotFound() {
  return (
    <AuthShell title={text.notFoundTitle} description={text.notFoundAbout}>
      <Button asChild variant="secondary">
        <PlainLink href="/">{text.goHome}</PlainLink>
      </Button>
    </AuthShell>
  );
}
