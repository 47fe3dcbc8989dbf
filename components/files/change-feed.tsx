"use client";

import { useState } from "react";
import type { z } from "zod";

import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Empty } from "@/components/ui/empty";
import { LiveMark } from "@/components/webhooks/live-mark";
import { useLive } from "@/components/webhooks/use-live";
import { changesStream } from "@/console/queries/entries";
import { changesText as text } from "@/console/text/changes";
import { sizeOf } from "@/console/text/sizes";
import { asResponse } from "@/lib/api-client/as-response";
import type { changes } from "@/lib/contract/changes";

type ChangesPage = z.infer<typeof changes.list.result>;
type Change = ChangesPage["events"][number];

// On this page only; the API keeps changes longer.
const MAX_SHOWN = 200;
const TONES = { created: "tide", updated: "plain", deleted: "bad" } as const;

/** The changes of a filesystem as they happen, newest first, and the current cursor. */
export function ChangeFeed({ fsId }: { fsId: string }) {
  const { id: orgId } = useOrganisation();
  const [received, setReceived] = useState<readonly Change[]>([]);
  const [cursor, setCursor] = useState<string | null>(null);
  const live = useLive(changesStream({ org_id: orgId, fs_id: fsId }, "/"), ({ event, data }) => {
    if (event === "heartbeat") setCursor(asResponse<Pick<ChangesPage, "cursor">>(data).cursor);
    if (event !== "changes") return;
    const page = asResponse<ChangesPage>(data);
    setCursor(page.cursor);
    setReceived((before) => [...page.events.toReversed(), ...before].slice(0, MAX_SHOWN));
  });
  return (
    <Page
      title={text.title}
      description={text.description}
      actions={
        <div className="flex flex-wrap items-center gap-3">
          <LiveMark state={live} />
          {received.length > 0 && (
            <Button variant="secondary" size="sm" onClick={() => setReceived([])}>
              {text.clear}
            </Button>
          )}
        </div>
      }
    >
      {cursor !== null && (
        <p className="text-muted flex flex-wrap items-center gap-2 text-sm">
          {text.cursor} <code className="text-ink font-mono">{cursor}</code>
          <CopyButton text={cursor} label={text.copyCursor} />
        </p>
      )}
      {received.length === 0 ? (
        <Empty title={text.waiting}>
          <p className="text-muted">{text.waitingHint}</p>
        </Empty>
      ) : (
        <ul
          aria-label={text.list}
          className="border-line bg-sheet rounded-card divide-line divide-y border"
        >
          {received.map((change) => (
            <li
              key={`${change.cursor} ${change.type} ${change.path}`}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-2"
            >
              <Badge tone={TONES[change.type]}>{change.type}</Badge>
              <code className="min-w-0 flex-1 basis-48 font-mono text-sm break-all">
                {change.path}
              </code>
              <span className="text-muted text-sm tabular-nums">
                {change.file?.type === "file" && `${sizeOf(change.file.size)} · `}
                {change.cursor}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
