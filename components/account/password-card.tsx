"use client";

import { useMutation } from "@tanstack/react-query";

import { Failure, problemOf } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { NewPassword } from "@/components/forms/new-password";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { api } from "@/lib/api-client/api";
import { request } from "@/lib/api-client/request";

/** Changes one's password. A thief of this browser would need the old one too. */
export function PasswordCard({ email }: { email: string }) {
  const change = useMutation({
    mutationFn: ({ current_password = "", new_password = "" }: Record<string, string>) =>
      request(api.account.changePassword, { body: { current_password, new_password } }),
  });
  return (
    <Card
      title="Password"
      description="Changing it ends your other sessions, command-line logins and mounts."
    >
      <div className="max-w-sm p-5">
        {change.isSuccess ? (
          <Alert tone="good">
            <p>
              Your password is changed. Other sessions, command-line logins and mounts have ended.
            </p>
          </Alert>
        ) : (
          <Form submit="Change password" pending={change.isPending} onSubmit={change.mutate}>
            <Failure
              error={change.error}
              messages={{ forbidden: "The current password is wrong." }}
            />
            {/* Tells a password manager whose password this is. */}
            <input
              type="text"
              name="username"
              autoComplete="username"
              value={email}
              readOnly
              hidden
            />
            <Field
              label="Current password"
              name="current_password"
              type="password"
              autoComplete="current-password"
              required
              error={problemOf(change.error, "current_password")}
            />
            <NewPassword
              name="new_password"
              label="New password"
              error={problemOf(change.error, "new_password")}
            />
          </Form>
        )}
      </div>
    </Card>
  );
}
