import type { Metadata } from "next";

import { ForgotPassword } from "@/components/auth/forgot-password";
import { AuthShell } from "@/components/layout/auth-shell";

export const metadata: Metadata = { title: "Forgot password" };

/** Asks for a link to set a new password. */
export default function Page() {
  return (
    <AuthShell title="Forgot your password?" description="A link to set a new one comes by mail.">
      <ForgotPassword />
    </AuthShell>
  );
}
