"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { NotAllowed } from "@/components/layout/not-allowed";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { Ago } from "@/components/ui/ago";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { type ApiKey, apiKeysQuery } from "@/console/queries/api-keys";
import { grantsQuery, removeGrant, setGrant } from "@/console/queries/grants";
import { text as modeText } from "@/console/text/access";
import { text } from "@/console/text/filesystem-access";

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
      {!error && (keys.data === undefined || grants.data === undefined) ? (
        <Skeleton className="m-5 h-16" />
      ) : (
        <ul className="divide-line divide-y">
          {keys.data?.map((key) => (
            <Grant key={key.id} fsId={fsId} apiKey={key} mode={modes.get(key.id) ?? ""} />
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

type GrantProps = { fsId: string; apiKey: ApiKey; mode: "" | "ro" | "rw" };

function Grant({ fsId, apiKey, mode }: GrantProps) {
  const { id, name, last4, created_by_name: creator, last_used_at: usedAt } = apiKey;
  const { id: orgId } = useOrganisation();
  const cache = useQueryClient();
  const change = useMutation({
    mutationFn: async (next: string) => {
      if (next === "ro" || next === "rw")
        await setGrant(orgId, fsId, { api_key_id: id, mode: next });
      else await removeGrant(orgId, fsId, id);
    },
    onSettled: () => cache.invalidateQueries({ queryKey: grantsQuery(orgId, fsId).queryKey }),
  });
  return (
    <li className="flex flex-col gap-3 px-5 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p>
            <span className="font-medium wrap-anywhere">{name}</span>{" "}
            <code className="text-muted font-mono text-xs">…{last4}</code>
          </p>
          <p className="text-muted text-sm">
            {creator !== null && `${text.createdBy(creator)} · `}
            {usedAt === null ? (
              text.neverUsed
            ) : (
              <>
                {text.lastUsed} <Ago at={usedAt} />
              </>
            )}
          </p>
        </div>
        <Select
          quiet
          label={text.label(name)}
          dense
          value={change.isPending ? change.variables : mode}
          onChange={(event) => change.mutate(event.target.value)}
        >
          <option value="">{modeText.none}</option>
          <option value="ro">{modeText.ro}</option>
          <option value="rw">{modeText.rw}</option>
        </Select>
      </div>
      <Failure error={change.error} />
    </li>
  );
}
