"use client";

import { useMutation, useQuery } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Time } from "@/components/ui/time";
import { identitiesQuery, removeIdentity } from "@/console/queries/account";
import { connectWith, providersQuery } from "@/console/queries/session";
import { RequestError } from "@/lib/api-client/request";

import { AccessList } from "./access-list";
import { ConfirmIdentity } from "./confirm-identity";

const isTooOld = (error: Error | null) =>
  error instanceof RequestError && error.code === "reauthentication_required";

/**
 * The identities of other services that open this account, and how to connect one, where the service knows any. It asks
 * for the password first when the sign-in is more than ten minutes old.
 */
export function IdentitiesCard({ email }: { email: string }) {
  const { data: providers = [] } = useQuery(providersQuery);
  const { data: identities, error } = useQuery(identitiesQuery);
  const connect = useMutation({
    mutationFn: (id: string) => connectWith(id, "/account"),
    onSuccess: (url) => window.location.assign(url),
  });
  if (providers.length === 0 && (identities ?? []).length === 0) return null;
  const open = providers.filter(({ id }) => !identities?.some(({ provider }) => provider === id));
  return (
    <Card
      title="Other ways to sign in"
      description="A connected identity opens this account without its password."
    >
      <AccessList
        list={identities?.map(({ id, name, provider, created_at: at }) => ({
          id,
          name,
          label: name,
          about: (
            <>
              Connected <Time at={at} />
              {provider === null && " · no longer a way to sign in here"}
            </>
          ),
        }))}
        failure={error}
        verb="Disconnect"
        end={removeIdentity}
        empty="None is connected."
      />
      {open.length > 0 && identities !== undefined && (
        <div className="border-line flex flex-wrap gap-3 border-t p-5">
          {isTooOld(connect.error) ? (
            <ConfirmIdentity
              email={email}
              onConfirmed={() => connect.mutate(connect.variables ?? "")}
              onClose={connect.reset}
            />
          ) : (
            <Failure error={connect.error} />
          )}
          {open.map(({ id, name }) => (
            <Button key={id} variant="secondary" onClick={() => connect.mutate(id)}>
              Connect {name}
            </Button>
          ))}
        </div>
      )}
    </Card>
  );
}
