import type { Metadata } from "next";

import { AuthShell } from "@/components/layout/auth-shell";
import { Button } from "@/components/ui/button";
import { PlainLink } from "@/components/ui/plain-link";

export const metadata: Metadata = { title: "Not found" };

/** For an address that leads nowhere. */
export default function NotFound() {
  return (
    <AuthShell
      title="Nothing is here"
      description="The address leads nowhere, or what was here is gone."
    >
      <Button asChild variant="secondary">
        <PlainLink href="/">To the first page</PlainLink>
      </Button>
    </AuthShell>
  );
}
