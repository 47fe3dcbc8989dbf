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

type Change = { from: string; to: string; isUndo?: boolean };

/** An API key with its access to a filesystem, which can be changed. */
export function GrantRow({ fsId, apiKey, mode }: Props) {
  const { id, name, last4, created_by_name: creator, last_used_at: usedAt } = apiKey;
  const { id: orgId } = useOrganisation();
  const cache = useQueryClient();
  const [removing, setRemoving] = useState(false);
  const refresh = () => cache.invalidateQueries({ queryKey: grantsQuery(orgId, fsId).queryKey });
  const give = async (to: string) => {
    if (to === "ro" || to === "rw") await setGrant(orgId, fsId, { api_key_id: id, mode: to });
    else await removeGrant(orgId, fsId, id);
  };
  const modeNow = async () => {
    const grants = await cache.fetchQuery({ ...grantsQuery(orgId, fsId), staleTime: 0 });
    return grants.find((grant) => grant.api_key_id === id)?.mode ?? "";
  };
  const change = useMutation({
    async mutationFn({ from, to, isUndo = false }: Change) {
      // What was chosen since, here or by others, is not undone.
      if (isUndo && (await modeNow()) !== from) return toast(text.changedSince(name));
      await give(to);
      toastUndo(text.changed(name, to), () => change.mutate({ from: to, to: from, isUndo: true }));
    },
    onSettled: refresh,
  });
  // `mode` is still that from before until the change is read back.
  const shown = change.isPending ? change.variables.to : mode;
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
          value={shown}
          onChange={({ target }) => {
            // What the key made here ends with its access, and no undo brings it back.
            if (target.value === "") setRemoving(true);
            else change.mutate({ from: shown, to: target.value });
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
