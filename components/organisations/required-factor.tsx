"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { PlainLink } from "@/components/ui/plain-link";
import { securityQuery } from "@/console/queries/account";
import { organisationQuery, requireSecondFactor } from "@/console/queries/organisations";
import { text } from "@/console/text/settings";

/** Whether members need a second factor, and for owners a button to change it. */
export function RequiredFactor() {
  const { id: orgId, role } = useOrganisation();
  const cache = useQueryClient();
  const { data, error } = useQuery(organisationQuery(orgId));
  const { data: security } = useQuery(securityQuery);
  const change = useMutation({
    mutationFn: (required: boolean) => requireSecondFactor(orgId, required),
    onSuccess: (changed) => cache.setQueryData(organisationQuery(orgId).queryKey, changed),
  });
  const isRequired = data?.second_factor_required;
  const lacksOwn = security?.second_factor === null && security.passkeys === 0;
  return (
    <Card title={text.factor} description={text.factorHint}>
      <div className="flex min-h-17 flex-wrap items-center justify-between gap-x-4 gap-y-3 p-5">
        <Failure error={error ?? change.error} />
        {isRequired !== undefined && (
          <p className="text-muted">
            {isRequired ? text.factorRequired : text.factorOptional}{" "}
            {role !== "owner" && text.factorOwners}
            {role === "owner" && !isRequired && lacksOwn && (
              <PlainLink
                className="text-tide underline underline-offset-4"
                href={`/account?next=${encodeURIComponent(`/o/${orgId}/settings`)}`}
              >
                {text.factorOwn}
              </PlainLink>
            )}
          </p>
        )}
        {role === "owner" && isRequired !== undefined && (isRequired || !lacksOwn) && (
          <Button
            variant="secondary"
            aria-disabled={change.isPending}
            onClick={() => change.mutate(!isRequired)}
          >
            {isRequired ? text.allowWithout : text.requireFactor}
          </Button>
        )}
      </div>
    </Card>
  );
}
