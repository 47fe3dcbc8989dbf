"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";

import { Failure } from "@/components/forms/failure";
import { NotAllowed } from "@/components/layout/not-allowed";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { useSearchText } from "@/components/layout/use-address";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import { apiKeysQuery } from "@/console/queries/api-keys";

import { ApiKeyRow } from "./api-key-row";

const NewApiKey = lazyWithRetry(() => import("./new-api-key").then((all) => all.NewApiKey));

/** What programs act with in the organisation. */
export function ApiKeys() {
  const { isAdmin } = useOrganisation();
  const [asked, setAsked] = useSearchText("do");
  return (
    <Page
      title="API keys"
      description="A program acts with a key: on the filesystems it is given, and on no others."
      actions={
        isAdmin && (
          <Button onClick={() => setAsked("new")}>
            <Plus aria-hidden /> New key
          </Button>
        )
      }
    >
      {isAdmin ? <List /> : <NotAllowed what="see, make and revoke API keys" />}
      {isAdmin && asked === "new" && <NewApiKey onClose={() => setAsked("")} />}
    </Page>
  );
}

function List() {
  const { id: orgId } = useOrganisation();
  const { data, error } = useQuery(apiKeysQuery(orgId));
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Skeleton className="h-32" />;
  if (data.length === 0)
    return (
      <Empty title="No key yet">
        <p className="text-muted">
          Make one for each program, so that each can be taken away alone. The key is shown once.
        </p>
      </Empty>
    );
  return (
    <ul className="border-line bg-sheet rounded-card divide-line divide-y border">
      {data.map((key) => (
        <ApiKeyRow key={key.id} apiKey={key} />
      ))}
    </ul>
  );
}
