"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { Confirm } from "@/components/forms/confirm";
import { Failure } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { NameField } from "@/components/forms/name-field";
import { useOrganisation } from "@/components/layout/organisation";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toasts";
import {
  type ApiKey,
  apiKeysQuery,
  type KeyGrant,
  keyGrantsQuery,
  updateApiKey,
} from "@/console/queries/api-keys";
import { filesystemsKey } from "@/console/queries/filesystems";
import { removeGrant, setGrant } from "@/console/queries/grants";
import { editKeyText as text } from "@/console/text/api-keys";
import { text as access } from "@/console/text/filesystem-access";

import { KeyAccess } from "./key-access";
import { expiryOf, KEEP, KeyLifetime } from "./key-lifetime";
import { KeyRights } from "./key-rights";

type Modes = ReadonlyMap<string, "ro" | "rw">;
type Values = Record<string, string>;
type Props = { apiKey: ApiKey; onClose: () => void };

/** Changes the name and the expiry of an API key and what it has access to, and shows what it may do there. */
export function EditKey({ apiKey, onClose }: Props) {
  const { id: orgId } = useOrganisation();
  const { data, error } = useQuery(keyGrantsQuery(orgId, apiKey.id));
  return (
    <Dialog title={text.title(apiKey.name)} onClose={onClose}>
      <Failure error={error} />
      {data === undefined && !error && <Skeleton className="h-64" />}
      {data && <EditForm apiKey={apiKey} grants={data} onClose={onClose} />}
    </Dialog>
  );
}

function EditForm({ apiKey, grants, onClose }: Props & { grants: readonly KeyGrant[] }) {
  const { id: orgId } = useOrganisation();
  const cache = useQueryClient();
  // What others change while this is open was not chosen here, and stays.
  const [before] = useState<Modes>(
    () => new Map(grants.map((one) => [one.filesystem_id, one.mode])),
  );
  const [{ name: named, expires_at: expiresAt }] = useState(apiKey);
  const [modes, setModes] = useState(before);
  const [confirming, setConfirming] = useState<Values>();
  const lost = grants.filter(({ filesystem_id: id }) => before.has(id) && !modes.has(id));
  const save = useMutation({
    mutationFn: async ({ name = "", days = KEEP }: Values) => {
      await updateApiKey(orgId, apiKey.id, {
        ...(name.trim() === named ? {} : { name: name.trim() }),
        ...(days === KEEP ? {} : { expires_at: expiryOf(days) }),
      });
      for (const { filesystem_id: fsId } of lost) await removeGrant(orgId, fsId, apiKey.id);
      for (const [fsId, mode] of modes)
        if (mode !== before.get(fsId)) await setGrant(orgId, fsId, { api_key_id: apiKey.id, mode });
    },
    onSuccess: (_, { name = "" }) => {
      toast(text.saved(name.trim()));
      onClose();
    },
    onSettled: () =>
      Promise.all(
        [apiKeysQuery(orgId).queryKey, filesystemsKey(orgId)].map((queryKey) =>
          cache.invalidateQueries({ queryKey }),
        ),
      ),
  });
  return (
    <>
      <Form
        submit={text.submit}
        pending={save.isPending}
        onSubmit={(values) => (lost.length > 0 ? setConfirming(values) : save.mutate(values))}
      >
        <Failure error={save.error} />
        <NameField
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog gave the focus to its first field before it had one
          autoFocus
          defaultValue={named}
          failure={save.error}
        />
        <KeyLifetime now={expiresAt} />
        <KeyRights apiKey={apiKey} />
        <KeyAccess
          modes={modes}
          creates={apiKey.permissions.includes("filesystems:create")}
          onChange={setModes}
        />
      </Form>
      {confirming && (
        <Confirm
          title={access.removeTitle(apiKey.name)}
          description={text.loses(lost.map((grant) => grant.filesystem_name))}
          action={access.remove}
          run={() => save.mutateAsync(confirming)}
          onDone={onClose}
          onClose={() => setConfirming(undefined)}
        />
      )}
    </>
  );
}
