"use client";

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CheckCheck, Settings, TriangleAlert } from "lucide-react";

import { Ago } from "@/components/ui/ago";
import { Link } from "@/components/ui/link";
import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import { Time } from "@/components/ui/time";
import { markNoticesRead, type Notice, noticesQuery } from "@/console/queries/notices";
import { allWebhooksQuery } from "@/console/queries/organisation-webhooks";
import { unhealthyOf, webhookCountsQuery } from "@/console/queries/webhook-counts";
import { hrefOf, sentenceOf, text } from "@/console/text/notices";
import { webhookLabel } from "@/console/text/webhook-label";

import { Template } from "./template";

/** The newest notices, each a link to what it is about. Read they are only together: what was not looked at stays unread. */
export function BellItems({ orgId }: { orgId: string }) {
  const cache = useQueryClient();
  const query = noticesQuery(orgId);
  const { data: notices = [] } = useQuery(query);
  const read = useMutation({
    mutationFn: ({ id }: Notice) => markNoticesRead(orgId, id),
    onSettled: () => cache.invalidateQueries({ queryKey: query.queryKey }),
  });
  // Notices begin after an hour; what fails now is said here, too.
  const { data: counts } = useQuery(webhookCountsQuery(orgId));
  const unhealthy = counts === undefined ? 0 : unhealthyOf(counts);
  // Notices hold no URL path; for names, their list need not be fresh.
  const list = useInfiniteQuery({
    ...allWebhooksQuery(orgId),
    refetchInterval: false,
    enabled: notices.some(({ topic }) => topic === "webhooks"),
  });
  const webhooks = new Map(list.data?.pages.flat().map((one) => [one.id, webhookLabel(one)]));
  const [newest] = notices;
  return (
    <>
      {unhealthy > 0 && (
        <MenuItem asChild tone="bad">
          <Link href={`/o/${orgId}/webhooks?status=unhealthy`}>
            <TriangleAlert aria-hidden /> {text.unhealthy(unhealthy)}
          </Link>
        </MenuItem>
      )}
      {newest === undefined && <p className="text-muted px-2.5 py-1.5 text-sm">{text.none}</p>}
      {notices.map((notice) => (
        <MenuItem key={notice.id} asChild>
          <Link href={hrefOf(orgId, notice)}>
            <Sentence notice={notice} webhook={webhooks.get(notice.webhook_id ?? "")} />
          </Link>
        </MenuItem>
      ))}
      <MenuSeparator />
      {newest !== undefined && notices.some(({ unread }) => unread) && (
        <MenuItem
          onSelect={(event) => {
            event.preventDefault();
            read.mutate(newest);
          }}
        >
          <CheckCheck aria-hidden /> {read.isError ? text.markAllAgain : text.markAll}
        </MenuItem>
      )}
      <MenuItem asChild>
        <Link href={`/o/${orgId}/settings/notifications`}>
          <Settings aria-hidden /> {text.settings}
        </Link>
      </MenuItem>
    </>
  );
}

function Sentence({ notice, webhook }: { notice: Notice; webhook: string | undefined }) {
  const slots =
    "expires_at" in notice.detail ? { date: <Time at={notice.detail.expires_at} /> } : {};
  return (
    <span className="flex min-w-0 flex-1 gap-2">
      <span
        aria-hidden
        className={`mt-1.5 size-2 shrink-0 rounded-full ${notice.unread ? "bg-tide" : ""}`}
      />
      <span className="flex min-w-0 flex-col text-sm">
        <span className={`wrap-anywhere ${notice.unread ? "font-medium" : ""}`}>
          {notice.unread && <span className="sr-only">{text.unread} </span>}
          <Template text={sentenceOf(notice, webhook)} slots={slots} />
        </span>
        <span className="text-muted text-xs">
          <Ago at={notice.created_at} />
        </span>
      </span>
    </span>
  );
}
