"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";

import { useOrganisation } from "@/components/layout/organisation";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { lazyWithRetry, whenNear } from "@/components/ui/lazy-with-retry";
import { Link } from "@/components/ui/link";
import { namedFilesystemsQuery } from "@/console/queries/filesystems";
import { text } from "@/console/text/webhooks";

import { webhookRoutes } from "./routes";

const ChooseFilesystem = lazyWithRetry(
  async () => (await import("./choose-filesystem")).ChooseFilesystem,
);

/** Leads to the form for a new webhook: that of the only filesystem, or of the one that is chosen. */
export function NewWebhookFor() {
  const { id: orgId, canWrite } = useOrganisation();
  const { data: filesystems = [] } = useQuery(namedFilesystemsQuery(orgId));
  const [isChoosing, setChoosing] = useState(false);
  const [first] = filesystems;
  if (!canWrite || first === undefined) return null;
  const label = (
    <>
      <Plus aria-hidden /> {text.newWebhook}
    </>
  );
  if (filesystems.length === 1)
    return (
      <Button asChild>
        <Link href={webhookRoutes({ org_id: orgId, fs_id: first.id }).new}>{label}</Link>
      </Button>
    );
  return (
    <>
      <Button onClick={() => setChoosing(true)} {...whenNear(ChooseFilesystem, Dialog)}>
        {label}
      </Button>
      {isChoosing && (
        <ChooseFilesystem filesystems={filesystems} onClose={() => setChoosing(false)} />
      )}
    </>
  );
}
