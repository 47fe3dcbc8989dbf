"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { useOrganisation } from "@/components/layout/organisation";
import { Ago } from "@/components/ui/ago";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Secret } from "@/components/ui/secret";
import { Select } from "@/components/ui/select";
import { type ApiKey, apiKeysQuery, rotateApiKey } from "@/console/queries/api-keys";
import { text as keyText, rotateKeyText as text } from "@/console/text/api-keys";

import { expiryOf, KEEP, KeyLifetime } from "./key-lifetime";
import { KeyUses } from "./key-uses";

/** Gives an API key a new secret, shown once, and says how long the old one works. */
export function RotateKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { id: orgId } = useOrganisation();
  const cache = useQueryClient();
  const { id, name, expires_at: expiresAt } = apiKey;
  const rotate = useMutation({
    mutationFn: (values: Record<string, string>) => rotateApiKey(orgId, id, bodyOf(values)),
    // What is shown once does not wait for the list, which may fail.
    onSuccess: () => void cache.invalidateQueries({ queryKey: apiKeysQuery(orgId).queryKey }),
    gcTime: 0,
  });
  if (rotate.isSuccess) return <Rotated rotated={rotate.data} onClose={onClose} />;
  return (
    <Dialog title={text.title(name)} description={text.about} onClose={onClose}>
      <Form submit={text.submit} pending={rotate.isPending} onSubmit={rotate.mutate}>
        <Failure error={rotate.error} />
        <KeyUses keyId={id} title={text.continues} />
        <div className="flex flex-col gap-1.5">
          <Select label={text.overlap} name="overlap" defaultValue="24">
            {Object.entries(text.overlaps).map(([hours, label]) => (
              <option key={hours} value={hours}>
                {label}
              </option>
            ))}
          </Select>
          <p className="text-muted text-sm">{text.overlapHint}</p>
        </div>
        {/* Without an expiry there is none to postpone. */}
        {expiresAt !== null && <KeyLifetime now={expiresAt} />}
      </Form>
    </Dialog>
  );
}

type Rotated = Pick<ApiKey, "name" | "previous_key_expires_at"> & { key: string };

function Rotated({ rotated, onClose }: { rotated: Rotated; onClose: () => void }) {
  const { name, key, previous_key_expires_at: until } = rotated;
  return (
    <Dialog
      isSticky
      title={text.rotatedTitle(name)}
      description={text.rotatedHint}
      onClose={onClose}
    >
      <Secret label={text.key} value={key} />
      <p className="text-muted text-sm">
        {until === null ? (
          text.oldEnded
        ) : (
          <>
            {keyText.oldExpires} <Ago at={until} />
          </>
        )}
      </p>
      <Button className="self-end" onClick={onClose}>
        {text.done}
      </Button>
    </Dialog>
  );
}

function bodyOf({ overlap, days }: Record<string, string>) {
  const isKept = days === undefined || days === KEEP;
  return {
    overlap_hours: Number(overlap),
    ...(isKept ? {} : { expires_at: expiryOf(days) }),
  };
}
