"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { Failure, problemOf } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { NameField } from "@/components/forms/name-field";
import { useOrganisation } from "@/components/layout/organisation";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { apiKeysQuery, createApiKey } from "@/console/queries/api-keys";
import { newApiKeyText as text } from "@/console/text/api-keys";
import { KEY_SCOPES } from "@/lib/contract/scopes";

import { KeyAccess } from "./key-access";
import { KeyCreated } from "./key-created";
import { expiryOf, KeyLifetime } from "./key-lifetime";

type Props = {
  /** A filesystem that the form proposes to grant access to. */
  fsId?: string;
  onClose: () => void;
};

/** Creates an API key and grants it access to filesystems; the key itself is shown once. */
export function NewApiKey({ fsId, onClose }: Props) {
  const { id: orgId } = useOrganisation();
  const cache = useQueryClient();
  const [modes, setModes] = useState<ReadonlyMap<string, "ro" | "rw">>(
    () => new Map(fsId === undefined ? [] : [[fsId, "rw"]]),
  );
  const [creates, setCreates] = useState(false);
  const create = useMutation({
    mutationFn: (values: Record<string, string>) => createApiKey(orgId, bodyOf(values)),
    // What is shown once does not wait for the list, which may fail.
    onSuccess: () => void cache.invalidateQueries({ queryKey: apiKeysQuery(orgId).queryKey }),
    gcTime: 0,
  });
  if (create.isSuccess) return <KeyCreated created={create.data} modes={modes} onClose={onClose} />;
  return (
    <Dialog title={text.title} onClose={onClose}>
      <Form isLong submit={text.submit} pending={create.isPending} onSubmit={create.mutate}>
        <Failure error={create.error} messages={text.errors} />
        <NameField hint={text.nameHint} failure={create.error} />
        <KeyLifetime />
        <Scopes isMissing={problemOf(create.error, "scopes") !== undefined} />
        <fieldset className="flex min-w-0 flex-col gap-2">
          <legend className="mb-1.5 text-sm font-medium">{text.permissions}</legend>
          <Checkbox
            name="filesystems:create"
            label={text.createFilesystems}
            hint={text.createFilesystemsHint}
            checked={creates}
            onChange={(event) => setCreates(event.target.checked)}
          />
          <Checkbox name="grants:write" label={text.manageAccess} hint={text.manageAccessHint} />
        </fieldset>
        <KeyAccess modes={modes} creates={creates} onChange={setModes} />
      </Form>
    </Dialog>
  );
}

function Scopes({ isMissing }: { isMissing: boolean }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">{text.scopes}</legend>
      <p className="text-muted text-sm">{text.scopesHint}</p>
      {KEY_SCOPES.map((scope) => (
        <Checkbox key={scope} name={scope} label={text.scopeNames[scope]} defaultChecked />
      ))}
      {isMissing && <p className="text-bad text-sm">{text.noScope}</p>}
    </fieldset>
  );
}

function bodyOf(values: Record<string, string>) {
  const permissions = (["filesystems:create", "grants:write"] as const).filter(
    (permission) => permission in values,
  );
  return {
    name: (values["name"] ?? "").trim(),
    permissions: [...permissions],
    scopes: KEY_SCOPES.filter((scope) => scope in values),
    expires_at: expiryOf(values["days"]),
  };
}
