"use client";

import { useMutation, useQuery } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Time } from "@/components/ui/time";
import { identitiesQuery, removeIdentity } from "@/console/queries/account";
import { connectWith, type Provider } from "@/console/queries/session";
import { text } from "@/console/text/account";

import { AccessList } from "./access-list";

/** The identities connected to this account, and buttons to connect others if the service has providers. */
export function IdentitiesCard({ providers }: { providers: readonly Provider[] }) {
  const { data: identities, error } = useQuery(identitiesQuery);
  const connect = useMutation({
    mutationFn: (id: string) => connectWith(id, "/account"),
    onSuccess: (url) => window.location.assign(url),
  });
  if (providers.length === 0 && (identities ?? []).length === 0) return null;
  const open = providers.filter(({ id }) => !identities?.some(({ provider }) => provider === id));
  return (
    <Card level={3} title={text.identities} description={text.identitiesHint}>
      <AccessList
        list={identities?.map(({ id, name, provider, created_at: at }) => ({
          id,
          name,
          label: name,
          about: (
            <>
              {text.connected} <Time at={at} />
              {provider === null && ` · ${text.notOffered}`}
            </>
          ),
        }))}
        failure={error}
        action={text.disconnect}
        run={removeIdentity}
        empty={text.noIdentities}
      />
      {open.length > 0 && identities !== undefined && (
        <div className="border-line flex flex-wrap gap-3 border-t p-5">
          <Failure error={connect.error} />
          {open.map(({ id, name }) => (
            <Button key={id} variant="secondary" onClick={() => connect.mutate(id)}>
              {text.connect(name)}
            </Button>
          ))}
        </div>
      )}
    </Card>
  );
}
