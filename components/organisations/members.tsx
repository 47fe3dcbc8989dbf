"use client";

import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";

import { Failure } from "@/components/forms/failure";
import { NotAllowed } from "@/components/layout/not-allowed";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { useSearchText } from "@/components/layout/use-address";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Dialog } from "@/components/ui/dialog";
import { lazyWithRetry, whenNear } from "@/components/ui/lazy-with-retry";
import { SearchInput } from "@/components/ui/search-input";
import { Skeleton } from "@/components/ui/skeleton";
import { membersQuery } from "@/console/queries/members";
import { findMembers } from "@/console/state/find-members";
import { inviteText, text } from "@/console/text/members";

import { Invitations } from "./invitations";
import { MemberRow } from "./member-row";

const Invite = lazyWithRetry(() => import("./invite").then((all) => all.Invite));

/** The members of the organisation and their roles, and pending invitations. */
export function Members() {
  const { id: orgId, isAdmin } = useOrganisation();
  const { data, error } = useQuery(membersQuery(orgId));
  const owners = data?.filter(({ role }) => role === "owner") ?? [];
  const [search, setSearch] = useSearchText("q");
  const shown = findMembers(data ?? [], search);
  const [action, setAction] = useSearchText("do");
  return (
    <Page
      title={text.title}
      description={text.description}
      actions={
        isAdmin && (
          <Button onClick={() => setAction("invite")} {...whenNear(Invite, Dialog)}>
            <UserPlus aria-hidden /> {inviteText.title}
          </Button>
        )
      }
    >
      {!isAdmin && <NotAllowed what={text.notAllowed} />}
      <Failure error={error} />
      <SearchInput
        label={text.search}
        placeholder={text.searchHint}
        className="max-w-sm"
        value={search}
        onChange={setSearch}
      />
      <Card title={text.list}>
        {data === undefined ? (
          !error && <Skeleton className="m-5 h-16" />
        ) : (
          <ul className="divide-line divide-y">
            {shown.length === 0 && <li className="text-muted px-5 py-4">{text.noMatch(search)}</li>}
            {shown.map((member) => (
              <MemberRow
                key={member.user_id}
                member={member}
                isOnlyOwner={member.role === "owner" && owners.length === 1}
              />
            ))}
          </ul>
        )}
      </Card>
      {isAdmin && <Invitations search={search} />}
      {isAdmin && action === "invite" && <Invite onClose={() => setAction("")} />}
    </Page>
  );
}
