"use client";

import { useMutation } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { AuthShell } from "@/components/layout/auth-shell";
import { Alert } from "@/components/ui/alert";
import { Field } from "@/components/ui/field";
import { api } from "@/lib/api-client/api";
import { request } from "@/lib/api-client/request";

import { DeviceDecision } from "./device-decision";

type Props = {
  /** What the address brought along; it is only filled in, never sent by itself. */
  prefilled: string;
  email: string;
};

/** Lets a command-line client in that shows a code: first the code, then who asks, then yes or no. */
export function Device({ prefilled, email }: Props) {
  const find = useMutation({
    mutationFn: async ({ user_code: typed = "" }: Record<string, string>) => {
      const userCode = typed.trim().toUpperCase();
      const found = await request(api.device.lookup, { body: { user_code: userCode } });
      return { ...found, userCode };
    },
  });
  if (find.isSuccess) return <DeviceDecision request={find.data} email={email} />;
  return (
    <AuthShell
      title="Log in a command-line client"
      description="Type the code that it shows to let it act as you."
    >
      <Form submit="Continue" pending={find.isPending} onSubmit={find.mutate}>
        <Failure
          error={find.error}
          messages={{
            not_found: "No client waits with this code. Compare it, or start the login again.",
            validation_error: "A code looks like BCDF-GHJK.",
          }}
        />
        <Field
          label="Code"
          name="user_code"
          defaultValue={prefilled}
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          placeholder="XXXX-XXXX"
          className="font-mono tracking-widest uppercase placeholder:tracking-widest"
          hint="The terminal in which you began to log in shows it."
        />
      </Form>
      <Alert tone="warn">
        <p>
          Only enter a code that you asked for yourself just now. Whoever sends you one wants into
          your account.
        </p>
      </Alert>
    </AuthShell>
  );
}
