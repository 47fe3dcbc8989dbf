"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { endOtherAccess, endSession, sessionsQuery } from "@/console/queries/account";
import { text } from "@/console/text/account";

import { AccessList } from "./access-list";
import { usedFrom } from "./used-from";

const Confirm = lazyWithRetry(() =>
  import("@/components/forms/confirm").then((all) => all.Confirm),
);

/** The browsers in which the user is signed in. */
export function SessionsCard() {
  const { data, error } = useQuery(sessionsQuery);
  const cache = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Card
      level={3}
      title={text.browsers}
      description={text.sessionsHint}
      action={
        <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
          {text.endOthers}
        </Button>
      }
    >
      <AccessList
        list={data?.map(usedFrom)}
        failure={error}
        action={text.revoke}
        run={endSession}
        empty={text.noSessions}
      />
      {isOpen && (
        <Confirm
          title={text.endOthersTitle}
          description={text.endOthersWarning}
          action={text.endOthers}
          run={endOtherAccess}
          onDone={() => {
            close();
            void cache.invalidateQueries({ queryKey: ["me"] });
          }}
          onClose={close}
        />
      )}
    </Card>
  );
}
