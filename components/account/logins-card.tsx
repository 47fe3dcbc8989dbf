"use client";

import { useQuery } from "@tanstack/react-query";

import { Card } from "@/components/ui/card";
import { endLogin, loginsQuery } from "@/console/queries/account";
import { text } from "@/console/text/account";

import { AccessList } from "./access-list";
import { usedFrom } from "./used-from";

/** The command-line clients that act as the user. */
export function LoginsCard() {
  const { data, error } = useQuery(loginsQuery);
  return (
    <Card level={3} title={text.logins} description={text.loginsHint}>
      <AccessList
        list={data?.map(usedFrom)}
        failure={error}
        action={text.revoke}
        run={endLogin}
        empty={text.noLogins}
      />
    </Card>
  );
}
