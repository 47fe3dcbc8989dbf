"use client";

import { AuthShell } from "@/components/shell/auth-shell";
import { Button } from "@/components/ui/button";

type Props = { error: Error & { digest?: string } };

/** For a page that could not be made; the digest finds the reason in our log. */
export default function Failed({ error: { digest } }: Props) {
  return (
    <AuthShell
      title="This page could not be made"
      description="Something failed on our side. Trying again often helps."
    >
      {digest !== undefined && (
        <p className="text-muted text-sm">
          Name this when you ask for help: <code className="break-all">{digest}</code>
        </p>
      )}
      <Button onClick={() => window.location.reload()}>Try again</Button>
    </AuthShell>
  );
}
