"use client";

import { useMutation } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Secret } from "@/components/ui/secret";
import { confirmSecondFactor } from "@/console/queries/account";
import { text } from "@/console/text/account";

import { QrCode } from "./qr-code";
import { RecoveryCodes } from "./recovery-codes";

type Props = {
  started: { secret: string; uri: string };
  onClose: () => void;
  /** Called instead once it is on and the recovery codes, if there are new ones, were shown. */
  onDone: () => void;
};

/** Adds an authenticator app: shows its secret, asks for a code, then shows the recovery codes once. */
export function Enrol({ started, onClose, onDone }: Props) {
  const confirm = useMutation({
    mutationFn: ({ code = "" }: Record<string, string>) => confirmSecondFactor(code),
    onSuccess: ({ recovery_codes: codes }) => codes.length === 0 && onDone(),
    gcTime: 0,
  });
  if (confirm.isSuccess && confirm.data.recovery_codes.length > 0)
    return <RecoveryCodes codes={confirm.data.recovery_codes} onClose={onDone} />;
  return (
    <Dialog title={text.enrolTitle} description={text.enrolHint} onClose={onClose}>
      <QrCode text={started.uri} label={text.qrCode} />
      <Secret label={text.secretKey} value={started.secret} />
      <Form submit={text.enrolSubmit} pending={confirm.isPending} onSubmit={confirm.mutate}>
        <Failure error={confirm.error} messages={text.enrolErrors} />
        <Field
          label={text.enrolCode}
          name="code"
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          className="font-mono"
        />
      </Form>
    </Dialog>
  );
}
