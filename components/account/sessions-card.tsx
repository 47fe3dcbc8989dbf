"use client";

import { useQuery } from "@tanstack/react-query";

import { Card } from "@/components/ui/card";
import { endSession, sessionsQuery } from "@/console/queries/account";
import { text } from "@/console/text/account";

import { AccessList } from "./access-list";
import { usedFrom } from "./used-from";

/** The browsers in which the user is signed in. */
export function SessionsCard() {
  const { data, error } = useQuery(sessionsQuery);
  return (
    <Card title={text.sessions} description={text.sessionsHint}>
      <AccessList
        list={data?.map(usedFrom)}
        failure={error}
        action={text.revoke}
        run={endSession}
        empty={text.noSessions}
      />
    </Card>
  );
}
