"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { NameField } from "@/components/forms/name-field";
import { useOrganisation } from "@/components/layout/organisation";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { apiKeysQuery, createApiKey } from "@/console/queries/api-keys";
import { filesystemsQuery } from "@/console/queries/filesystems";
import { text as modeText } from "@/console/text/access";
import { newApiKeyText as text } from "@/console/text/api-keys";

import { KeyCreated } from "./key-created";

const LIFETIMES_DAYS = [30, 90, 365];
const DAY_MS = 24 * 60 * 60 * 1000;

/** Creates an API key and grants it access to filesystems; the key itself is shown once. */
export function NewApiKey({ onClose }: { onClose: () => void }) {
  const { id: orgId } = useOrganisation();
  const cache = useQueryClient();
  const [modes, setModes] = useState<ReadonlyMap<string, "ro" | "rw">>(new Map());
  const create = useMutation({
    mutationFn: (values: Record<string, string>) => createApiKey(orgId, bodyOf(values)),
    onSuccess: () => cache.invalidateQueries({ queryKey: apiKeysQuery(orgId).queryKey }),
  });
  if (create.isSuccess) return <KeyCreated created={create.data} modes={modes} onClose={onClose} />;
  return (
    <Dialog title={text.title} onClose={onClose}>
      <Form submit={text.submit} pending={create.isPending} onSubmit={create.mutate}>
        <Failure error={create.error} messages={text.errors} />
        <NameField hint={text.nameHint} failure={create.error} />
        <Select label={text.expiration} name="days" defaultValue="90">
          {LIFETIMES_DAYS.map((days) => (
            <option key={days} value={days}>
              {text.days(days)}
            </option>
          ))}
          <option value="">{text.noExpiration}</option>
        </Select>
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 text-sm font-medium">{text.permissions}</legend>
          <Checkbox
            name="filesystems:create"
            label={text.createFilesystems}
            hint={text.createFilesystemsHint}
          />
          <Checkbox name="grants:write" label={text.manageAccess} hint={text.manageAccessHint} />
        </fieldset>
        <Access modes={modes} onChange={setModes} />
      </Form>
    </Dialog>
  );
}

function bodyOf(values: Record<string, string>) {
  const days = Number(values["days"]);
  const permissions = (["filesystems:create", "grants:write"] as const).filter(
    (permission) => permission in values,
  );
  return {
    name: (values["name"] ?? "").trim(),
    permissions: [...permissions],
    expires_at: days > 0 ? new Date(Date.now() + days * DAY_MS).toISOString() : null,
  };
}

type AccessProps = {
  modes: ReadonlyMap<string, "ro" | "rw">;
  onChange: (modes: ReadonlyMap<string, "ro" | "rw">) => void;
};

function Access({ modes, onChange }: AccessProps) {
  const { id: orgId } = useOrganisation();
  const { data } = useQuery(filesystemsQuery(orgId));
  const set = (id: string, mode: string) => {
    const next = new Map(modes);
    if (mode === "ro" || mode === "rw") next.set(id, mode);
    else next.delete(id);
    onChange(next);
  };
  return (
    <fieldset className="flex flex-col">
      <legend className="mb-1.5 text-sm font-medium">{text.filesystems}</legend>
      {data === undefined && <Skeleton className="h-9" />}
      {data?.length === 0 && <p className="text-muted text-sm">{text.noFilesystems}</p>}
      {data !== undefined && data.length > 0 && (
        <ul className="border-line rounded-control divide-line max-h-48 divide-y overflow-y-auto border">
          {data.map(({ id, name }) => (
            <li key={id} className="flex items-center justify-between gap-3 py-1 pr-1 pl-3">
              <span className="min-w-0 truncate">{name}</span>
              <Select
                quiet
                label={text.accessTo(name)}
                dense
                value={modes.get(id) ?? ""}
                onChange={(event) => set(id, event.target.value)}
              >
                <option value="">{modeText.none}</option>
                <option value="ro">{modeText.ro}</option>
                <option value="rw">{modeText.rw}</option>
              </Select>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
