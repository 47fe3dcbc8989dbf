import type { Metadata } from "next";

import { ResetPassword } from "@/components/auth/reset-password";
import { AuthShell } from "@/components/layout/auth-shell";

export const metadata: Metadata = { title: "New password" };

/** Where the link of a password reset leads. */
export default function Page() {
  return (
    <AuthShell title="Set a new password">
      <ResetPassword />
    </AuthShell>
  );
}
