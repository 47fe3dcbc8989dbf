"use client";

import { useMutation, useQuery } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import { Separator } from "@/components/ui/separator";
import { providersQuery, signInWith } from "@/console/queries/session";

/** Other ways in, where the service has any; afterwards the browser stands on the path that `target` gives. */
export function OtherWays({ target }: { target: () => string }) {
  const { data: providers = [] } = useQuery(providersQuery);
  const go = useMutation({
    mutationFn: (id: string) => signInWith(id, target()),
    onSuccess: (url) => window.location.assign(url),
  });
  if (providers.length === 0) return null;
  return (
    <div className="flex flex-col gap-3">
      <Separator>or</Separator>
      <Failure error={go.error} messages={{ unauthenticated: "That way in does not work now." }} />
      {providers.map(({ id, name }) => (
        <Button key={id} variant="secondary" onClick={() => go.mutate(id)}>
          Continue with {name}
        </Button>
      ))}
    </div>
  );
}
