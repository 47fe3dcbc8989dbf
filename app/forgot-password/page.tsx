import type { Metadata } from "next";

import { ForgotPassword } from "@/components/auth/forgot-password";
import { SignInInstead } from "@/components/auth/sign-in-instead";
import { AuthShell } from "@/components/layout/auth-shell";
import { forgotPasswordText as text } from "@/console/text/auth";
import { services } from "@/lib/services";

export const metadata: Metadata = { title: text.pageTitle };

/** Requests a link to set a new password, where the service can send one. */
export default function Page() {
  const sendsEmail = services().settings.mail.url !== undefined;
  return (
    <AuthShell title={text.title} description={sendsEmail ? text.description : text.withoutEmail}>
      {sendsEmail && <ForgotPassword />}
      <SignInInstead />
    </AuthShell>
  );
}
