"use client";

import { useState } from "react";

import { Confirm } from "@/components/forms/confirm";
import { renewRecoveryCodes } from "@/console/queries/account";
import { text } from "@/console/text/account";

import { RecoveryCodes } from "./recovery-codes";

/** Replaces the recovery codes, after asking, and shows the new ones. */
export function RenewCodes({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <Confirm
      title={text.renewTitle}
      description={text.renewWarning}
      action={text.renewSubmit}
      run={async () => setCodes((await renewRecoveryCodes()).recovery_codes)}
      onDone={() => undefined}
      onClose={onClose}
    />
  );
}
