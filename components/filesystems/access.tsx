"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { NotAllowed } from "@/components/layout/not-allowed";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { Empty } from "@/components/ui/empty";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { type ApiKey, apiKeysQuery } from "@/console/queries/api-keys";
import { grantsQuery, removeGrant, setGrant } from "@/console/queries/filesystems";
import { text as modeText } from "@/console/text/access";
import { text } from "@/console/text/filesystem-access";

type Props = { fsId: string };

/** Which API keys have access to a filesystem. Members of the organisation always do. */
export function Access({ fsId }: Props) {
  const { isAdmin } = useOrganisation();
  return (
    <Page title={text.title} description={text.description}>
      {isAdmin ? <Keys fsId={fsId} /> : <NotAllowed what={text.notAllowed} />}
    </Page>
  );
}

function Keys({ fsId }: Props) {
  const { id: orgId } = useOrganisation();
  const keys = useQuery(apiKeysQuery(orgId));
  const grants = useQuery(grantsQuery(orgId, fsId));
  const error = keys.error ?? grants.error;
  if (error) return <Failure error={error} />;
  if (keys.data === undefined || grants.data === undefined) return <Skeleton className="h-32" />;
  if (keys.data.length === 0)
    return (
      <Empty title={text.none}>
        <p className="text-muted">{text.noneHint}</p>
      </Empty>
    );
  const modes = new Map(grants.data.map((grant) => [grant.api_key_id, grant.mode]));
  return (
    <ul className="border-line bg-sheet rounded-card divide-line divide-y border">
      {keys.data.map((key) => (
        <Grant key={key.id} fsId={fsId} apiKey={key} mode={modes.get(key.id) ?? ""} />
      ))}
    </ul>
  );
}

type GrantProps = { fsId: string; apiKey: ApiKey; mode: "" | "ro" | "rw" };

function Grant({ fsId, apiKey: { id, name, last4 }, mode }: GrantProps) {
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
        <p className="min-w-0">
          <span className="font-medium wrap-anywhere">{name}</span>{" "}
          <code className="text-muted font-mono text-xs">…{last4}</code>
        </p>
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
