"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { LoadMore } from "@/components/layout/load-more";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { useAddress, useSearchText } from "@/components/layout/use-address";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { Link } from "@/components/ui/link";
import { SearchInput } from "@/components/ui/search-input";
import { Skeleton } from "@/components/ui/skeleton";
import { useNow } from "@/components/ui/use-now";
import { useSettled } from "@/components/ui/use-settled";
import { namedFilesystemsQuery } from "@/console/queries/filesystems";
import { allWebhooksQuery, type Health, healthOf } from "@/console/queries/organisation-webhooks";
import { unhealthyOf, webhookCountsQuery } from "@/console/queries/webhook-counts";
import { byUrgency, STATUS_KINDS } from "@/console/state/webhook-status";
import { text } from "@/console/text/webhook-list";
import { text as shared } from "@/console/text/webhooks";

import { NewWebhookFor } from "./new-webhook-for";
import { StatusButtons } from "./status-buttons";
import { WebhookRow } from "./webhook-row";

/** The webhooks of all filesystems, narrowed by their health. */
export function OrganisationWebhooks() {
  const { id: orgId } = useOrganisation();
  const { search, set } = useAddress();
  const health = healthOf(new URLSearchParams(search));
  const [typed] = useSearchText("q");
  const query = useSettled(typed.trim());
  const list = useInfiniteQuery(allWebhooksQuery(orgId, health, query));
  const { data: filesystems = [] } = useQuery(namedFilesystemsQuery(orgId));
  const names = new Map(filesystems.map(({ id, name }) => [id, name]));
  const now = useNow();
  const isNarrowed = health !== undefined || query !== "";
  const webhooks = list.data?.pages.flat().toSorted(byUrgency(now));
  const isNone = webhooks?.length === 0 && !isNarrowed;
  return (
    <Page
      title={shared.webhooks}
      description={text.allAbout}
      actions={webhooks !== undefined && !isNone && <NewWebhookFor />}
    >
      <Failure error={webhooks === undefined ? list.error : null} />
      <Filters query={query} />
      {list.isPending && <Skeleton className="h-40" />}
      {isNone && <None />}
      {webhooks?.length === 0 && isNarrowed && (
        <div className="flex flex-col items-start gap-3 py-4">
          <output className="text-muted">{text.noMatches}</output>
          <Button variant="secondary" onClick={() => set({ q: undefined, status: undefined })}>
            {text.clear}
          </Button>
        </div>
      )}
      {webhooks !== undefined && webhooks.length > 0 && (
        <ul
          aria-label={shared.webhooks}
          className="border-line bg-sheet rounded-card divide-line divide-y border"
        >
          {webhooks.map((webhook) => (
            <li key={webhook.id}>
              <WebhookRow
                params={{ org_id: orgId, fs_id: webhook.filesystem_id, webhook_id: webhook.id }}
                webhook={webhook}
                filesystem={names.get(webhook.filesystem_id) ?? webhook.filesystem_id}
              />
            </li>
          ))}
        </ul>
      )}
      <LoadMore list={list} />
    </Page>
  );
}

/** Narrows the list to what contains a text, and to one health; each with its number. */
function Filters({ query }: { query: string }) {
  const { id: orgId } = useOrganisation();
  const { search, set } = useAddress();
  const [typed, setTyped] = useSearchText("q");
  const { data: counts } = useQuery(webhookCountsQuery(orgId, query));
  const chosen = healthOf(new URLSearchParams(search));
  if (counts === undefined) return null;
  const all = STATUS_KINDS.reduce((sum, health) => sum + counts[health], 0);
  if (all === 0 && typed === "" && query === "") return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <SearchInput
        label={text.searchAll}
        placeholder={text.searchAllHint}
        value={typed}
        onChange={setTyped}
        className="w-full sm:w-64"
      />
      <StatusButtons<Health>
        options={[
          { kind: undefined, count: all },
          { kind: "unhealthy", count: unhealthyOf(counts) },
          ...STATUS_KINDS.map((kind) => ({ kind, count: counts[kind] })),
        ]}
        chosen={chosen}
        onChoose={(status) => set({ status })}
      />
    </div>
  );
}

function None() {
  const { id: orgId, canWrite } = useOrganisation();
  const { data: filesystems } = useQuery(namedFilesystemsQuery(orgId));
  return (
    <Empty title={text.none}>
      <p className="text-muted max-w-prose">{text.noneAnywhere}</p>
      {canWrite && filesystems?.length !== 0 ? (
        <NewWebhookFor />
      ) : (
        <Button asChild>
          <Link href={`/o/${orgId}/filesystems`}>{text.toFilesystems}</Link>
        </Button>
      )}
    </Empty>
  );
}
