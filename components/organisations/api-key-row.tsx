"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { useOrganisation } from "@/components/layout/organisation";
import { Ago } from "@/components/ui/ago";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { toast } from "@/components/ui/toasts";
import { useNow } from "@/components/ui/use-now";
import { type ApiKey, apiKeysQuery, revokeApiKey } from "@/console/queries/api-keys";
import { text } from "@/console/text/api-keys";
import { KEY_SCOPES } from "@/lib/contract/scopes";

const EditKey = lazyWithRetry(() => import("./edit-key").then((all) => all.EditKey));
const RotateKey = lazyWithRetry(() => import("./rotate-key").then((all) => all.RotateKey));
const KeyRequests = lazyWithRetry(() => import("./key-requests").then((all) => all.KeyRequests));
const KeyUses = lazyWithRetry(() => import("./key-uses").then((all) => all.KeyUses));
const Confirm = lazyWithRetry(() =>
  import("@/components/forms/confirm").then((all) => all.Confirm),
);

/** An API key: its last characters, permissions, last use and expiry, and buttons to rotate and revoke it. */
export function ApiKeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { id: orgId } = useOrganisation();
  const cache = useQueryClient();
  const [revoking, setRevoking] = useState(false);
  const [rotating, setRotating] = useState(false);
  const [editing, setEditing] = useState(false);
  const [counting, setCounting] = useState(false);
  const { id, name, last4, permissions, scopes } = apiKey;
  // Most keys have all scopes, which says nothing.
  const isLimited = scopes.length < KEY_SCOPES.length;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="truncate font-medium">{name}</span>
          <code className="text-muted font-mono text-xs">…{last4}</code>
          {[...permissions, ...(isLimited ? scopes : [])].map((each) => (
            <Badge key={each}>{each}</Badge>
          ))}
        </p>
        <p className="text-muted text-sm">
          {text.reaches(apiKey.grant_count)} · {text.created} <Ago at={apiKey.created_at} />
          {apiKey.created_by_name !== null && text.createdBy(apiKey.created_by_name)} ·{" "}
          {apiKey.last_used_at ? (
            <>
              {text.lastUsed} <Ago at={apiKey.last_used_at} />
            </>
          ) : (
            text.neverUsed
          )}{" "}
          · <KeyExpiry at={apiKey.expires_at} />
        </p>
        <OldSecret at={apiKey.previous_key_expires_at} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          aria-label={text.requestsOf(name)}
          onClick={() => setCounting(true)}
        >
          {text.requests}
        </Button>
        <Button
          variant="secondary"
          size="sm"
          aria-label={text.editKey(name)}
          onClick={() => setEditing(true)}
        >
          {text.edit}
        </Button>
        <Button
          variant="secondary"
          size="sm"
          aria-label={text.rotateKey(name)}
          onClick={() => setRotating(true)}
        >
          {text.rotate}
        </Button>
        <Button
          variant="danger"
          size="sm"
          aria-label={text.revokeKey(name)}
          onClick={() => setRevoking(true)}
        >
          {text.revoke}
        </Button>
      </div>
      {counting && <KeyRequests apiKey={apiKey} onClose={() => setCounting(false)} />}
      {editing && <EditKey apiKey={apiKey} onClose={() => setEditing(false)} />}
      {rotating && <RotateKey apiKey={apiKey} onClose={() => setRotating(false)} />}
      {revoking && (
        <Confirm
          title={text.revokeTitle(name)}
          description={text.revokeWarning}
          action={text.revokeSubmit}
          typed={name}
          run={() => revokeApiKey(orgId, id)}
          onDone={() => {
            setRevoking(false);
            toast(text.revoked(name));
            void cache.invalidateQueries({ queryKey: apiKeysQuery(orgId).queryKey });
          }}
          onClose={() => setRevoking(false)}
        >
          <KeyUses keyId={id} title={text.ends} />
        </Confirm>
      )}
    </li>
  );
}

function OldSecret({ at }: { at: string | null }) {
  const now = useNow();
  if (at === null || Date.parse(at) <= now) return null;
  return (
    <p className="text-muted text-sm">
      {text.oldExpires} <Ago at={at} />
    </p>
  );
}

function KeyExpiry({ at }: { at: string | null }) {
  const now = useNow();
  if (at === null) return text.noExpiry;
  return Date.parse(at) > now ? (
    <>
      {text.expires} <Ago at={at} />
    </>
  ) : (
    <span className="text-bad font-medium">
      {text.expired} <Ago at={at} />
    </span>
  );
}
