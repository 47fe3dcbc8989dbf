"use client";

import { useQuery } from "@tanstack/react-query";

import { Card } from "@/components/ui/card";
import { endLogin, loginsQuery } from "@/console/queries/account";

import { AccessList } from "./access-list";
import { usedFrom } from "./used-from";

/** The command-line clients that act as oneself. */
export function LoginsCard() {
  const { data, error } = useQuery(loginsQuery);
  return (
    <Card title="Command-line logins" description="Clients that act as you until you end them.">
      <AccessList
        list={data?.map(usedFrom)}
        failure={error}
        verb="End"
        end={endLogin}
        empty="No client is logged in."
      />
    </Card>
  );
}
