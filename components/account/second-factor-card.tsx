"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Time } from "@/components/ui/time";
import { removeSecondFactor, securityQuery, startSecondFactor } from "@/console/queries/account";
import { passkeysQuery } from "@/console/queries/passkeys";
import { text } from "@/console/text/account";

import { LostAccess } from "./lost-access";

const Confirm = lazyWithRetry(() =>
  import("@/components/forms/confirm").then((all) => all.Confirm),
);
const Enrol = lazyWithRetry(() => import("./enrol-second-factor").then((all) => all.Enrol));
const RenewCodes = lazyWithRetry(() => import("./renew-codes").then((all) => all.RenewCodes));

type Props = {
  /** The page of an organisation that requires it, to open once it is on. */
  next: string | null;
};

/** Adds and removes an authenticator app, and renews the recovery codes, which stand in for passkeys too. */
export function SecondFactorCard({ next }: Props) {
  const { data, error } = useQuery(securityQuery);
  const { data: passkeys } = useQuery(passkeysQuery);
  const cache = useQueryClient();
  const [open, setOpen] = useState<"renew" | "remove" | null>(null);
  const start = useMutation({ mutationFn: startSecondFactor, gcTime: 0 });
  const factor = data?.second_factor;
  const hasPasskeys = passkeys !== undefined && passkeys.length > 0;
  const codesLeft = data?.recovery_codes_left ?? 0;
  const close = () => {
    setOpen(null);
    start.reset();
    void cache.invalidateQueries({ queryKey: ["me"] });
  };
  return (
    <Card level={3} title={text.factor} description={text.factorHint}>
      <div className="flex min-h-17 flex-wrap items-center justify-between gap-x-4 gap-y-3 p-5">
        <Failure error={error ?? start.error} />
        {factor === null && (
          <>
            <p className="text-muted">{hasPasskeys ? text.appOff : text.factorOff}</p>
            <Button aria-disabled={start.isPending} onClick={() => start.mutate()}>
              {hasPasskeys ? text.addApp : text.turnOn}
            </Button>
          </>
        )}
        {factor && (
          <>
            <p className="text-muted">
              {text.factorOn} <Time at={factor.enabled_at} />
            </p>
            <Button variant="danger" onClick={() => setOpen("remove")}>
              {hasPasskeys ? text.removeApp : text.turnOff}
            </Button>
          </>
        )}
      </div>
      {(factor || hasPasskeys) && (
        <div className="border-line flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-t p-5">
          <p className={codesLeft === 0 ? "text-bad" : "text-muted"}>{text.codesLeft(codesLeft)}</p>
          <Button variant="secondary" onClick={() => setOpen("renew")}>
            {text.renewCodes}
          </Button>
        </div>
      )}
      {start.data && (
        <Enrol
          started={start.data}
          onClose={close}
          onDone={() => (next === null ? close() : window.location.assign(next))}
        />
      )}
      {open === "renew" && <RenewCodes onClose={close} />}
      {open === "remove" && (
        <Confirm
          title={hasPasskeys ? text.removeAppTitle : text.turnOffTitle}
          description={hasPasskeys ? text.removeAppWarning : text.turnOffWarning}
          action={hasPasskeys ? text.removeApp : text.turnOff}
          run={removeSecondFactor}
          onDone={close}
          onClose={close}
        >
          {!hasPasskeys && <LostAccess />}
        </Confirm>
      )}
    </Card>
  );
}
