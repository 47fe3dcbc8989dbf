"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { Confirm } from "@/components/forms/confirm";
import { useOrganisation } from "@/components/layout/organisation";
import { toast } from "@/components/ui/toasts";
import { type ApiKey, apiKeysQuery, revokeApiKey } from "@/console/queries/api-keys";
import { text } from "@/console/text/api-keys";

import { EditKey } from "./edit-key";
import { KeyRequests } from "./key-requests";
import { KeyUses } from "./key-uses";
import { RotateKey } from "./rotate-key";

const DIALOGS = { requests: KeyRequests, edit: EditKey, rotate: RotateKey, revoke: RevokeKey };

/** What is chosen in the menu of an API key. */
export type KeyDialogName = keyof typeof DIALOGS;

type Props = { apiKey: ApiKey; onClose: () => void };

/** A dialog about an API key. */
export function KeyDialog({ name, ...props }: Props & { name: KeyDialogName }) {
  const Chosen = DIALOGS[name];
  return <Chosen {...props} />;
}

function RevokeKey({ apiKey: { id, name }, onClose }: Props) {
  const { id: orgId } = useOrganisation();
  const cache = useQueryClient();
  const isRevoked = useRef(false);
  // The row that had the focus goes with its key.
  useEffect(
    () => () => {
      if (isRevoked.current) document.getElementById("new-key")?.focus();
    },
    [],
  );
  return (
    <Confirm
      title={text.revokeTitle(name)}
      description={text.revokeWarning}
      action={text.revokeSubmit}
      typed={name}
      run={() => revokeApiKey(orgId, id)}
      onDone={() => {
        isRevoked.current = true;
        onClose();
        toast(text.revoked(name));
        void cache.invalidateQueries({ queryKey: apiKeysQuery(orgId).queryKey });
      }}
      onClose={onClose}
    >
      <KeyUses keyId={id} title={text.ends} />
    </Confirm>
  );
}
