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
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import { membersQuery } from "@/console/queries/members";

import { Invitations } from "./invitations";
import { MemberRow } from "./member-row";

const Invite = lazyWithRetry(() => import("./invite").then((all) => all.Invite));

/** Who belongs to the organisation and as what, and who is invited. */
export function Members() {
  const { id: orgId, isAdmin } = useOrganisation();
  const { data, error } = useQuery(membersQuery(orgId));
  const [asked, setAsked] = useSearchText("do");
  return (
    <Page
      title="Members"
      description="Every member reads and writes all filesystems. Admins also manage people, keys and access."
      actions={
        isAdmin && (
          <Button onClick={() => setAsked("invite")}>
            <UserPlus aria-hidden /> Invite
          </Button>
        )
      }
    >
      {!isAdmin && <NotAllowed what="invite people and change what they may do" />}
      <Failure error={error} />
      <Card title="People">
        {data === undefined ? (
          !error && <Skeleton className="m-5 h-16" />
        ) : (
          <ul className="divide-line divide-y">
            {data.map((member) => (
              <MemberRow key={member.user_id} member={member} />
            ))}
          </ul>
        )}
      </Card>
      {isAdmin && <Invitations />}
      {isAdmin && asked === "invite" && <Invite onClose={() => setAsked("")} />}
    </Page>
  );
}
