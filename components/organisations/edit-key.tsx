"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

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
  keyGrantsQuery,
  updateApiKey,
} from "@/console/queries/api-keys";
import { filesystemsKey } from "@/console/queries/filesystems";
import { removeGrant, setGrant } from "@/console/queries/grants";
import { editKeyText as text } from "@/console/text/api-keys";

import { KeyAccess } from "./key-access";
import { expiryOf, KeyLifetime } from "./key-lifetime";

type Modes = ReadonlyMap<string, "ro" | "rw">;
type Props = { apiKey: ApiKey; onClose: () => void };

// No lifetime is this long; it stands for the expiry that the key has.
const KEEP = "keep";

/** Changes the name and the expiry of an API key and what it has access to. */
export function EditKey({ apiKey, onClose }: Props) {
  const { id: orgId } = useOrganisation();
  const { data, error } = useQuery(keyGrantsQuery(orgId, apiKey.id));
  const granted = data && new Map(data.map(({ filesystem_id: id, mode }) => [id, mode]));
  return (
    <Dialog title={text.title(apiKey.name)} onClose={onClose}>
      <Failure error={error} />
      {granted === undefined && !error && <Skeleton className="h-64" />}
      {granted && <EditForm apiKey={apiKey} granted={granted} onClose={onClose} />}
    </Dialog>
  );
}

function EditForm({ apiKey, granted, onClose }: Props & { granted: Modes }) {
  const { id: orgId } = useOrganisation();
  const cache = useQueryClient();
  const [modes, setModes] = useState(granted);
  const save = useMutation({
    mutationFn: async ({ name = "", days = KEEP }: Record<string, string>) => {
      await updateApiKey(orgId, apiKey.id, {
        name: name.trim(),
        ...(days === KEEP ? {} : { expires_at: expiryOf(days) }),
      });
      for (const fsId of new Set([...granted.keys(), ...modes.keys()])) {
        const mode = modes.get(fsId);
        if (mode === undefined) await removeGrant(orgId, fsId, apiKey.id);
        else if (mode !== granted.get(fsId))
          await setGrant(orgId, fsId, { api_key_id: apiKey.id, mode });
      }
    },
    onSuccess: () => {
      toast(text.saved(apiKey.name));
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
    <Form submit={text.submit} pending={save.isPending} onSubmit={save.mutate}>
      <Failure error={save.error} />
      <NameField defaultValue={apiKey.name} failure={save.error} />
      <KeyLifetime defaultValue={KEEP}>
        <option value={KEEP}>{text.keepExpiration}</option>
      </KeyLifetime>
      <KeyAccess modes={modes} onChange={setModes} />
    </Form>
  );
}
