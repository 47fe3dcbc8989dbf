"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Ago } from "@/components/ui/ago";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Select } from "@/components/ui/select";
import { toastUndo } from "@/components/ui/toast-undo";
import { toast } from "@/components/ui/toasts";
import type { ApiKey } from "@/console/queries/api-keys";
import { grantsQuery, removeGrant, setGrant } from "@/console/queries/grants";
import { text as modeText } from "@/console/text/access";
import { text } from "@/console/text/filesystem-access";

const Confirm = lazyWithRetry(() =>
  import("@/components/forms/confirm").then((all) => all.Confirm),
);

type Props = { fsId: string; apiKey: ApiKey; mode: "" | "ro" | "rw" };

/** An API key with its access to a filesystem, which can be changed. */
export function GrantRow({ fsId, apiKey, mode }: Props) {
  const { id, name, last4, created_by_name: creator, last_used_at: usedAt } = apiKey;
  const { id: orgId } = useOrganisation();
  const cache = useQueryClient();
  const [removing, setRemoving] = useState(false);
  const refresh = () => cache.invalidateQueries({ queryKey: grantsQuery(orgId, fsId).queryKey });
  const give = async (next: string) => {
    if (next === "ro" || next === "rw") await setGrant(orgId, fsId, { api_key_id: id, mode: next });
    else await removeGrant(orgId, fsId, id);
    return mode;
  };
  const change = useMutation({
    mutationFn: give,
    onSuccess(before, next) {
      toastUndo(text.changed(name, next), () => change.mutate(before));
    },
    onSettled: refresh,
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
          onChange={({ target }) => {
            // What the key made here ends with its access, and no undo brings it back.
            if (target.value === "") setRemoving(true);
            else change.mutate(target.value);
          }}
        >
          <option value="">{modeText.none}</option>
          <option value="ro">{modeText.ro}</option>
          <option value="rw">{modeText.rw}</option>
        </Select>
      </div>
      <Failure error={change.error} />
      {removing && (
        <Confirm
          title={text.removeTitle(name)}
          description={text.removeWarning}
          action={text.remove}
          run={() => give("")}
          onDone={() => {
            setRemoving(false);
            toast(text.changed(name, ""));
            void refresh();
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </li>
  );
}
