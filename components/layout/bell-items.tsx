"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CheckCheck, Settings, TriangleAlert } from "lucide-react";
import Link from "next/link";

import { Ago } from "@/components/ui/ago";
import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import { Time } from "@/components/ui/time";
import { markNoticesRead, type Notice, noticesQuery } from "@/console/queries/notices";
import { unhealthyOf, webhookCountsQuery } from "@/console/queries/webhook-counts";
import { hrefOf, sentenceOf, text } from "@/console/text/notices";

import { Template } from "./template";

/** The newest notices, each a link to what it is about. Following one marks it and all older ones as read. */
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
  const [newest] = notices;
  return (
    <>
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
      <MenuSeparator />
      {unhealthy > 0 && (
        <MenuItem asChild tone="bad">
          <Link href={`/o/${orgId}/webhooks?status=unhealthy`}>
            <TriangleAlert aria-hidden /> {text.unhealthy(unhealthy)}
          </Link>
        </MenuItem>
      )}
      {newest === undefined && <p className="text-muted px-2.5 py-1.5 text-sm">{text.none}</p>}
      {notices.map((notice) => (
        <MenuItem
          key={notice.id}
          asChild
          onSelect={() => {
            if (notice.unread) read.mutate(notice);
          }}
        >
          <Link href={hrefOf(orgId, notice)}>
            <Sentence notice={notice} />
          </Link>
        </MenuItem>
      ))}
    </>
  );
}

function Sentence({ notice }: { notice: Notice }) {
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
          <Template text={sentenceOf(notice)} slots={slots} />
        </span>
        <span className="text-muted text-xs">
          <Ago at={notice.created_at} />
        </span>
      </span>
    </span>
  );
}
