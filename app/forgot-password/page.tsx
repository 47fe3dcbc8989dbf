import type { Metadata } from "next";

import { ForgotPassword } from "@/components/auth/forgot-password";
import { AuthShell } from "@/components/layout/auth-shell";
import { forgotPasswordText as text } from "@/console/text/auth";

export const metadata: Metadata = { title: text.pageTitle };

/** Requests a link to set a new password. */
export default function Page() {
  return (
    <AuthShell title={text.title} description={text.description}>
      <ForgotPassword />
    </AuthShell>
  );
}
