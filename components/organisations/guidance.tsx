"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { useOrganisation } from "@/components/layout/organisation";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import { apiKeysQuery } from "@/console/queries/api-keys";
import { filesystemsQuery, newestOf } from "@/console/queries/filesystems";
import { firstChangeQuery } from "@/console/queries/organisation-webhooks";

import { FirstRun } from "./first-run";

const Arrived = lazyWithRetry(() => import("./arrived").then((all) => all.Arrived));
// As high as what replaces it.
const FurtherSteps = lazyWithRetry(
  () => import("./arrived").then((all) => all.FurtherSteps),
  <Skeleton className="h-30 sm:h-26" />,
);

/** The first steps until a change has reached a webhook; then what comes next, or once that it has. */
export function Guidance() {
  const { id: orgId, isAdmin, canWrite, isGuided } = useOrganisation();
  const { data: filesystems } = useQuery(filesystemsQuery(orgId));
  const { data: keys } = useQuery({ ...apiKeysQuery(orgId), enabled: isAdmin });
  const { data: first } = useQuery(firstChangeQuery(orgId));
  const [wasShown, setWasShown] = useState(false);
  // Viewers can take none of the steps.
  if (!canWrite) return null;
  if (filesystems === undefined || first === undefined || (isAdmin && keys === undefined))
    return null;
  if (first.hasArrived) {
    // Until the first endpoint of their own.
    if (first.isTrial && first.filesystemId !== null)
      return isGuided && <FurtherSteps params={{ org_id: orgId, fs_id: first.filesystemId }} />;
    return wasShown ? <Arrived orgId={orgId} /> : null;
  }
  if (!wasShown) setWasShown(true);
  return (
    <FirstRun
      filesystemId={first.filesystemId ?? newestOf(filesystems)[0]?.id ?? null}
      hasKey={keys === undefined ? null : keys.length > 0}
      hasWebhook={first.filesystemId !== null}
    />
  );
}
