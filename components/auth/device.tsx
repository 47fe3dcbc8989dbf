"use client";

import { useMutation } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { AuthShell } from "@/components/layout/auth-shell";
import { Alert } from "@/components/ui/alert";
import { Field } from "@/components/ui/field";
import { spellUserCode } from "@/console/state/user-code";
import { deviceText as text } from "@/console/text/auth";
import { deviceApi } from "@/lib/api-client/calls/device";
import { request } from "@/lib/api-client/request";

import { DeviceDecision } from "./device-decision";

type Props = {
  /** The code from the URL. It is only filled in, never submitted automatically. */
  prefilled: string;
  email: string;
};

/** Approves a command-line login: asks for the code, then shows the client to approve or deny. */
export function Device({ prefilled, email }: Props) {
  const find = useMutation({
    mutationFn: async ({ user_code: typed = "" }: Record<string, string>) => {
      const userCode = typed.trim().toUpperCase();
      const found = await request(deviceApi.lookup, { body: { user_code: userCode } });
      return { ...found, userCode };
    },
  });
  if (find.isSuccess) return <DeviceDecision request={find.data} email={email} />;
  return (
    <AuthShell title={text.title} description={text.description(email)}>
      <Form submit={text.submit} pending={find.isPending} onSubmit={find.mutate}>
        <Failure error={find.error} messages={text.codeErrors} />
        <Field
          label={text.code}
          name="user_code"
          defaultValue={prefilled}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- there is nothing else to do here
          autoFocus
          required
          onChange={({ currentTarget }) =>
            (currentTarget.value = spellUserCode(currentTarget.value))
          }
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          placeholder="XXXX-XXXX"
          className="font-mono tracking-widest uppercase placeholder:tracking-widest"
          hint={text.codeHint}
        />
      </Form>
      <Alert tone="warn">
        <p>{text.codeWarning}</p>
      </Alert>
    </AuthShell>
  );
}
