"use client";

import { useState } from "react";

import { Ago } from "@/components/ui/ago";
import { Badge } from "@/components/ui/badge";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { MoreMenu } from "@/components/ui/more-menu";
import { useNow } from "@/components/ui/use-now";
import type { ApiKey } from "@/console/queries/api-keys";
import { text } from "@/console/text/api-keys";
import { KEY_SCOPES } from "@/lib/contract/scopes";

import type { KeyDialogName } from "./key-dialog";

const KeyItems = lazyWithRetry(async () => (await import("./key-items")).KeyItems);
const KeyDialog = lazyWithRetry(async () => (await import("./key-dialog")).KeyDialog);

/** The columns of a row and of the heads above it. */
export const COLUMN_WIDTHS = "md:grid md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_9rem]";

/** An API key: what it may do, the filesystems it reaches, its last use and expiry, and a menu. */
export function ApiKeyRow({ apiKey }: { apiKey: ApiKey }) {
  const [dialog, setDialog] = useState<KeyDialogName | null>(null);
  const { name, last4, permissions, scopes } = apiKey;
  const limits = scopes.length < KEY_SCOPES.length ? scopes : (["all"] as const);
  return (
    <li className="flex items-start gap-4 px-5 py-3 md:items-center">
      <div className={`grid min-w-0 flex-1 gap-x-6 gap-y-1 md:items-center ${COLUMN_WIDTHS}`}>
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2">
            <span className="truncate font-medium">{name}</span>
            <code className="text-muted font-mono text-xs">…{last4}</code>
            {[...limits, ...permissions].map((each) => (
              <Badge key={each}>{text.badges[each]}</Badge>
            ))}
          </p>
          <p className="text-muted text-sm">
            {text.created} <Ago at={apiKey.created_at} />
            {apiKey.created_by_name !== null && text.createdBy(apiKey.created_by_name)} ·{" "}
            <KeyExpiry at={apiKey.expires_at} />
          </p>
          <OldSecret at={apiKey.previous_key_expires_at} />
        </div>
        <p className="text-sm wrap-anywhere">
          <span className="text-muted md:hidden">{text.columns.access}: </span>
          {text.reaches(apiKey)}
        </p>
        <p className="text-muted text-sm">
          {apiKey.last_used_at ? (
            <>
              <span className="md:hidden">{text.lastUsed} </span>
              <Ago at={apiKey.last_used_at} />
            </>
          ) : (
            text.neverUsed
          )}
        </p>
      </div>
      <MoreMenu items={KeyItems} label={text.moreActions(name)}>
        <KeyItems onOpen={setDialog} />
      </MoreMenu>
      {dialog !== null && (
        <KeyDialog name={dialog} apiKey={apiKey} onClose={() => setDialog(null)} />
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
