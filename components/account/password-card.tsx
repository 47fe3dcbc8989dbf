"use client";

import { useMutation } from "@tanstack/react-query";

import { Failure, problemOf } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { NewPassword } from "@/components/forms/new-password";
import { PasswordField } from "@/components/forms/password-field";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { text } from "@/console/text/account";
import { accountApi } from "@/lib/api-client/calls/account";
import { request } from "@/lib/api-client/request";

/** Changes the user's password. It asks for the current one, so access to this browser isn't enough. */
export function PasswordCard({ email }: { email: string }) {
  const change = useMutation({
    mutationFn: ({ current_password = "", new_password = "" }: Record<string, string>) =>
      request(accountApi.changePassword, { body: { current_password, new_password } }),
  });
  return (
    <Card level={3} title={text.password} description={text.passwordHint}>
      <div className="max-w-sm p-5">
        {change.isSuccess ? (
          <Alert tone="good">
            <p>{text.passwordChanged}</p>
          </Alert>
        ) : (
          <Form
            compact
            submit={text.changePassword}
            pending={change.isPending}
            onSubmit={change.mutate}
          >
            <Failure error={change.error} messages={text.passwordErrors} />
            {/* Lets a password manager match the password to its account. */}
            <input
              type="text"
              name="username"
              autoComplete="username"
              value={email}
              readOnly
              hidden
            />
            <PasswordField
              label={text.currentPassword}
              name="current_password"
              autoComplete="current-password"
              required
              error={problemOf(change.error, "current_password")}
            />
            <NewPassword
              name="new_password"
              label={text.newPassword}
              error={problemOf(change.error, "new_password")}
            />
          </Form>
        )}
      </div>
    </Card>
  );
}
