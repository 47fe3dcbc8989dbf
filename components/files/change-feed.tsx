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
import { sizeOf } from "@/console/text/sizes";
import { believe } from "@/lib/api-client/as-response";
import type { changes } from "@/lib/contract/changes";

type Told = z.infer<typeof changes.list.result>;
type Change = Told["events"][number];

// More than anybody reads; the feed itself keeps them for as long as the contract says.
const KEPT = 200;
const TONES = { created: "tide", updated: "plain", deleted: "bad" } as const;

/** The changes of a filesystem as they happen, newest first, and the cursor to go on from. */
export function ChangeFeed({ fsId }: { fsId: string }) {
  const { id: orgId } = useOrganisation();
  const [seen, setSeen] = useState<readonly Change[]>([]);
  const [cursor, setCursor] = useState<string | null>(null);
  const live = useLive(changesStream({ org_id: orgId, fs_id: fsId }, "/"), ({ event, data }) => {
    if (event === "heartbeat") setCursor(believe<Pick<Told, "cursor">>(data).cursor);
    if (event !== "changes") return;
    const page = believe<Told>(data);
    setCursor(page.cursor);
    setSeen((before) => [...page.events.toReversed(), ...before].slice(0, KEPT));
  });
  return (
    <Page
      title="Changes"
      description="What happens from now on, as webhooks and the feed of changes tell it."
      actions={
        <div className="flex flex-wrap items-center gap-3">
          <LiveMark state={live} />
          {seen.length > 0 && (
            <Button variant="secondary" size="sm" onClick={() => setSeen([])}>
              Clear
            </Button>
          )}
        </div>
      }
    >
      {cursor !== null && (
        <p className="text-muted flex flex-wrap items-center gap-2 text-sm">
          Cursor <code className="text-ink font-mono">{cursor}</code>
          <CopyButton text={cursor} label="Copy the cursor" />
        </p>
      )}
      {seen.length === 0 ? (
        <Empty title="Waiting for a change">
          <p className="text-muted">
            Write, move or delete a file, here or by the API, and it appears at once.
          </p>
        </Empty>
      ) : (
        <ul
          aria-label="Changes, newest first"
          className="border-line bg-sheet rounded-card divide-line divide-y border"
        >
          {seen.map((change) => (
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
