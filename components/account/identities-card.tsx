"use client";

import { useMutation, useQuery } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { providersQuery, signInWith } from "@/lib/client/session";

/** Connects identities of other services to this account, where the service knows any. */
export function IdentitiesCard() {
  const { data: providers = [] } = useQuery(providersQuery);
  const connect = useMutation({
    mutationFn: (id: string) => signInWith(id, "/account"),
    onSuccess: (url) => window.location.assign(url),
  });
  if (providers.length === 0) return null;
  return (
    <Card
      title="Other ways to sign in"
      description="A connected identity opens this account without its password."
    >
      <div className="flex flex-wrap gap-3 p-5">
        <Failure error={connect.error} />
        {providers.map(({ id, name }) => (
          <Button key={id} variant="secondary" onClick={() => connect.mutate(id)}>
            Connect {name}
          </Button>
        ))}
      </div>
    </Card>
  );
}
