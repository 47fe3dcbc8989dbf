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

const Confirm = lazyWithRetry(() =>
  import("@/components/forms/confirm").then((all) => all.Confirm),
);

/** A key: how it ends, what it may do, when it was used, and its end. */
export function ApiKeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { id: orgId } = useOrganisation();
  const cache = useQueryClient();
  const [revoking, setRevoking] = useState(false);
  const { id, name, last4, permissions } = apiKey;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="truncate font-medium">{name}</span>
          <code className="text-muted font-mono text-xs">…{last4}</code>
          {permissions.map((permission) => (
            <Badge key={permission}>{permission}</Badge>
          ))}
        </p>
        <p className="text-muted text-sm">
          made <Ago at={apiKey.created_at} /> ·{" "}
          {apiKey.last_used_at ? (
            <>
              used <Ago at={apiKey.last_used_at} />
            </>
          ) : (
            "never used"
          )}{" "}
          · <Expiry at={apiKey.expires_at} />
        </p>
      </div>
      <Button
        variant="danger"
        size="sm"
        aria-label={`Revoke ${name}`}
        onClick={() => setRevoking(true)}
      >
        Revoke
      </Button>
      {revoking && (
        <Confirm
          title={`Revoke ${name}?`}
          description="Whatever acts with this key is refused from now on, and its webhooks and mounts end at once."
          action="Revoke key"
          typed={name}
          run={() => revokeApiKey(orgId, id)}
          onDone={() => {
            setRevoking(false);
            toast(`${name} was revoked.`);
            void cache.invalidateQueries({ queryKey: apiKeysQuery(orgId).queryKey });
          }}
          onClose={() => setRevoking(false)}
        />
      )}
    </li>
  );
}

function Expiry({ at }: { at: string | null }) {
  const now = useNow();
  if (at === null) return "does not expire";
  return Date.parse(at) > now ? (
    <>
      expires <Ago at={at} />
    </>
  ) : (
    <span className="text-bad font-medium">
      expired <Ago at={at} />
    </span>
  );
}
