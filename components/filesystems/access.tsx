"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { NotAllowed } from "@/components/layout/not-allowed";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import { apiKeysQuery } from "@/console/queries/api-keys";
import { grantsQuery } from "@/console/queries/grants";
import { text } from "@/console/text/filesystem-access";

import { GrantRow } from "./grant-row";
import { People } from "./people";

const NewApiKey = lazyWithRetry(() =>
  import("@/components/organisations/new-api-key").then((all) => all.NewApiKey),
);

type Props = { fsId: string };

/** Who has access to a filesystem: members by their role, API keys by a grant. */
export function Access({ fsId }: Props) {
  const { isAdmin } = useOrganisation();
  return (
    <Page title={text.title} isTab description={text.description}>
      {isAdmin ? <Keys fsId={fsId} /> : <NotAllowed what={text.notAllowed} />}
      <People />
    </Page>
  );
}

function Keys({ fsId }: Props) {
  const { id: orgId } = useOrganisation();
  const [creating, setCreating] = useState(false);
  const keys = useQuery(apiKeysQuery(orgId));
  const grants = useQuery(grantsQuery(orgId, fsId));
  const error = keys.error ?? grants.error;
  const modes = new Map(grants.data?.map((grant) => [grant.api_key_id, grant.mode]));
  return (
    <Card
      title={text.keys}
      description={text.keysAbout}
      action={
        <Button variant="secondary" size="sm" onClick={() => setCreating(true)}>
          <Plus aria-hidden /> {text.newKey}
        </Button>
      }
    >
      <Failure error={error} />
      {keys.data === undefined || grants.data === undefined ? (
        !error && <Skeleton className="m-5 h-16" />
      ) : (
        <ul className="divide-line divide-y">
          {keys.data.map((key) => (
            <GrantRow key={key.id} fsId={fsId} apiKey={key} mode={modes.get(key.id) ?? ""} />
          ))}
        </ul>
      )}
      {keys.data?.length === 0 && (
        <p className="text-muted px-5 py-4">
          {text.none}. {text.noneHint}
        </p>
      )}
      {creating && (
        <NewApiKey
          fsId={fsId}
          onClose={() => {
            setCreating(false);
            void grants.refetch();
          }}
        />
      )}
    </Card>
  );
}
