import type { Metadata } from "next";

import { Setup } from "@/components/auth/setup";
import { AuthShell } from "@/components/layout/auth-shell";

export const metadata: Metadata = { title: "Set up" };

/** The first owner and their organisation, by the link that the service printed at its start. */
export default function Page() {
  return (
    <AuthShell
      title="Set up Tidemark"
      description="Make the first organisation and its owner. This works once."
    >
      <Setup />
    </AuthShell>
  );
}
