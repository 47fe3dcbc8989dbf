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
import { text } from "@/console/text/api-keys";

import { ApiKeyRow } from "./api-key-row";

const NewApiKey = lazyWithRetry(() => import("./new-api-key").then((all) => all.NewApiKey));

/** The API keys of the organisation. */
export function ApiKeys() {
  const { isAdmin } = useOrganisation();
  const [action, setAction] = useSearchText("do");
  return (
    <Page
      title={text.title}
      description={text.description}
      actions={
        isAdmin && (
          <Button onClick={() => setAction("new")}>
            <Plus aria-hidden /> {text.new}
          </Button>
        )
      }
    >
      {isAdmin ? <List /> : <NotAllowed what={text.notAllowed} />}
      {isAdmin && action === "new" && <NewApiKey onClose={() => setAction("")} />}
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
      <Empty title={text.none}>
        <p className="text-muted">{text.noneHint}</p>
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
