import type { Metadata } from "next";

import { ResetPassword } from "@/components/auth/reset-password";
import { AuthShell } from "@/components/layout/auth-shell";
import { resetPasswordText as text } from "@/console/text/auth";

export const metadata: Metadata = { title: text.pageTitle };

/** The page a password reset link opens. */
export default function Page() {
  return (
    <AuthShell title={text.title}>
      <ResetPassword />
    </AuthShell>
  );
}
