"use client";

import { useQuery } from "@tanstack/react-query";

import { Card } from "@/components/ui/card";
import { endSession, sessionsQuery } from "@/console/queries/account";

import { AccessList } from "./access-list";
import { usedFrom } from "./used-from";

/** The browsers in which one is signed in. */
export function SessionsCard() {
  const { data, error } = useQuery(sessionsQuery);
  return (
    <Card title="Sessions" description="Browsers in which you are signed in.">
      <AccessList
        list={data?.map(usedFrom)}
        failure={error}
        verb="End"
        end={endSession}
        empty="None is open."
      />
    </Card>
  );
}
