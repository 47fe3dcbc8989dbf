"use client";

import { useQuery } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Skeleton } from "@/components/ui/skeleton";
import { meQuery } from "@/console/queries/me";
import { type Member, membersQuery } from "@/console/queries/members";
import { text as layout } from "@/console/text/layout";
import { text } from "@/console/text/notifications";

import { EveryonesAlerts } from "./everyones-alerts";
import { maySee, TOPICS, useAlerts } from "./use-alerts";

/** Which alerts of the organisation the user gets by e-mail, and for owners who gets which. */
export function Notifications({ sendsEmail }: { sendsEmail: boolean }) {
  const { id: orgId, role } = useOrganisation();
  const { data: me } = useQuery(meQuery);
  const { data: members, error } = useQuery(membersQuery(orgId));
  const own = members?.find((member) => member.user_id === me?.id);
  return (
    <Page
      title={text.title}
      description={sendsEmail ? text.byEmail : text.description}
      crumbs={[{ href: `/o/${orgId}/settings`, name: layout.settings }]}
    >
      {!sendsEmail && (
        <Alert tone="warn">
          <p>{text.withoutEmail}</p>
        </Alert>
      )}
      <Failure error={error} />
      {own === undefined ? (
        !error && <Skeleton className="h-64" />
      ) : (
        <OwnAlerts key={own.user_id} member={own} />
      )}
      {role === "owner" && members !== undefined && <EveryonesAlerts members={members} />}
    </Page>
  );
}

function OwnAlerts({ member }: { member: Member }) {
  const { id: orgId } = useOrganisation();
  const { alerts, error, toggle, reset } = useAlerts(orgId, member);
  return (
    <Card
      title={text.own}
      action={
        <Button variant="secondary" size="sm" onClick={reset}>
          {text.reset}
        </Button>
      }
    >
      <div className="flex flex-col gap-4 p-5">
        <Failure error={error} />
        {TOPICS.map((topic) => {
          const sees = maySee(member.role, topic);
          return (
            <Checkbox
              key={topic}
              label={text.topics[topic].name}
              hint={sees ? text.topics[topic].about : text.adminsOnly}
              checked={alerts.includes(topic)}
              disabled={!sees}
              onChange={() => toggle(topic)}
            />
          );
        })}
      </div>
    </Card>
  );
}
