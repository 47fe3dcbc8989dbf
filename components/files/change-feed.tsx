"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { useSearchText } from "@/components/layout/use-address";
import { CopyButton } from "@/components/ui/copy-button";
import { Empty } from "@/components/ui/empty";
import { SearchInput } from "@/components/ui/search-input";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { LiveMark } from "@/components/webhooks/live-mark";
import { useLive } from "@/components/webhooks/use-live";
import {
  type Change,
  type ChangesPage,
  mergeChanges,
  newestChangesQuery,
} from "@/console/queries/changes";
import { changesStream } from "@/console/queries/entries";
import { changesText as text } from "@/console/text/changes";
import { asResponse } from "@/lib/api-client/as-response";

import { ChangeRow } from "./change-row";
import { useAuthors } from "./use-authors";

const TYPES = ["created", "updated", "deleted"] as const;

/** The newest changes of a filesystem, live, and the current cursor. */
export function ChangeFeed({ fsId }: { fsId: string }) {
  const { id: orgId } = useOrganisation();
  const params = { org_id: orgId, fs_id: fsId };
  const { data, error, refetch } = useQuery(newestChangesQuery(params));
  const [received, setReceived] = useState<readonly Change[]>([]);
  const [reached, setReached] = useState<string | null>(null);
  const stream = data === undefined ? null : changesStream(params, "/", data.cursor, "stat");
  const live = useLive(stream, ({ event, data: sent }) => {
    if (event === "expired") void refetch();
    if (event !== "heartbeat" && event !== "changes") return;
    const page = asResponse<Partial<ChangesPage> & { cursor: string }>(sent);
    setReached(page.cursor);
    setReceived((before) => mergeChanges(before, page.events ?? []));
  });
  const cursor = reached ?? data?.cursor;
  return (
    <Page
      title={text.title}
      isTab
      description={text.description}
      actions={<LiveMark state={live} />}
    >
      <Failure error={error} />
      {cursor !== undefined && (
        <p className="text-muted flex flex-wrap items-center gap-2 text-sm">
          {text.cursor} <code className="text-ink font-mono">{cursor}</code>
          <CopyButton text={cursor} label={text.copyCursor} />
        </p>
      )}
      {data === undefined ? (
        !error && <Skeleton className="h-64" />
      ) : (
        <Changes changes={mergeChanges(data.changes, received.toReversed())} fsId={fsId} />
      )}
    </Page>
  );
}

function Changes({ changes, fsId }: { changes: readonly Change[]; fsId: string }) {
  const { id: orgId, isAdmin } = useOrganisation();
  const nameOf = useAuthors(orgId, isAdmin, {
    fsId,
    authors: changes.map(({ author }) => author),
  });
  const [search, setSearch] = useSearchText("q");
  const [type, setType] = useSearchText("type");
  if (changes.length === 0)
    return (
      <Empty title={text.waiting}>
        <p className="text-muted">{text.waitingHint}</p>
      </Empty>
    );
  const found = changes.filter(
    (change) =>
      change.path.toLowerCase().includes(search.toLowerCase()) &&
      (type === "" || change.type === type),
  );
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <SearchInput
          label={text.filter}
          placeholder={text.filter}
          className="max-w-sm flex-1"
          value={search}
          onChange={setSearch}
        />
        <Select
          quiet
          label={text.type}
          value={type}
          onChange={({ target }) => setType(target.value)}
        >
          <option value="">{text.anyType}</option>
          {TYPES.map((each) => (
            <option key={each} value={each}>
              {text.types[each]}
            </option>
          ))}
        </Select>
      </div>
      {found.length === 0 ? (
        <p className="text-muted">{text.noMatch}</p>
      ) : (
        <ul
          aria-label={text.list}
          className="border-line bg-sheet rounded-card divide-line divide-y border"
        >
          {found.map((change) => (
            <ChangeRow
              key={change.cursor}
              change={change}
              author={nameOf(change.author ?? null)}
              files={`/o/${orgId}/filesystems/${fsId}/files`}
            />
          ))}
        </ul>
      )}
    </>
  );
}
