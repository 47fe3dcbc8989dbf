"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Time } from "@/components/ui/time";
import { removeSecondFactor, securityQuery, startSecondFactor } from "@/console/queries/account";
import { text } from "@/console/text/account";

const Confirm = lazyWithRetry(() =>
  import("@/components/forms/confirm").then((all) => all.Confirm),
);
const Enrol = lazyWithRetry(() => import("./enrol-second-factor").then((all) => all.Enrol));
const RenewCodes = lazyWithRetry(() => import("./renew-codes").then((all) => all.RenewCodes));

type Props = {
  /** The page of an organisation that requires it, to open once it is on. */
  next: string | null;
};

/** Turns two-factor authentication on and off and renews its recovery codes. */
export function SecondFactorCard({ next }: Props) {
  const { data, error } = useQuery(securityQuery);
  const cache = useQueryClient();
  const [open, setOpen] = useState<"renew" | "remove" | null>(null);
  const start = useMutation({ mutationFn: startSecondFactor });
  const factor = data?.second_factor;
  const close = () => {
    setOpen(null);
    start.reset();
    void cache.invalidateQueries({ queryKey: securityQuery.queryKey });
  };
  return (
    <Card title={text.factor} description={text.factorHint}>
      <div className="flex min-h-17 flex-wrap items-center justify-between gap-x-4 gap-y-3 p-5">
        <Failure error={error ?? start.error} />
        {factor === null && (
          <>
            <p className="text-muted">{text.factorOff}</p>
            <Button aria-disabled={start.isPending} onClick={() => start.mutate()}>
              {text.turnOn}
            </Button>
          </>
        )}
        {factor && (
          <>
            <p className="text-muted">
              {text.factorOn} <Time at={factor.enabled_at} /> ·{" "}
              <span className={factor.recovery_codes_left === 0 ? "text-bad" : ""}>
                {text.codesLeft(factor.recovery_codes_left)}
              </span>
            </p>
            <div className="flex flex-wrap gap-2">
              <Button variant="secondary" onClick={() => setOpen("renew")}>
                {text.renewCodes}
              </Button>
              <Button variant="danger" onClick={() => setOpen("remove")}>
                {text.turnOff}
              </Button>
            </div>
          </>
        )}
      </div>
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
          title={text.turnOffTitle}
          description={text.turnOffWarning}
          action={text.turnOff}
          run={removeSecondFactor}
          onDone={close}
          onClose={close}
        />
      )}
    </Card>
  );
}
