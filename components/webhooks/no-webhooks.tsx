"use client";

import { Webhook as Icon } from "lucide-react";
import { use } from "react";

import { useOrganisation } from "@/components/layout/organisation";
import { Command } from "@/components/service/command";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { Facts } from "@/components/ui/page-facts";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { text } from "@/console/text/webhook-list";

import { webhookRoutes } from "./routes";
import { UseTestInbox } from "./use-test-inbox";

/** What a webhook does, and two ways to create the first one. */
export function NoWebhooks(params: FilesystemIds) {
  const { canWrite } = useOrganisation();
  const command = commandFor(params, use(Facts).origin);
  return (
    <section
      aria-label={text.none}
      className="border-line bg-sheet rounded-card flex flex-col gap-5 border p-6"
    >
      <div className="flex flex-col items-start gap-3">
        <Icon aria-hidden className="text-tide size-6" />
        <p className="max-w-prose">{text.noneAbout}</p>
        {canWrite && (
          <div className="flex flex-wrap gap-2">
            <Button asChild>
              <Link href={webhookRoutes(params).new}>{text.createFirst}</Link>
            </Button>
            <UseTestInbox params={params} variant="secondary" />
          </div>
        )}
      </div>
      {canWrite && (
        <div className="flex flex-col gap-2">
          <div className="flex items-center justify-between gap-3">
            <p className="text-muted text-sm">{text.fromShell}</p>
            <CopyButton text={command} label={text.copyCommand} />
          </div>
          <Command>{command}</Command>
        </div>
      )}
    </section>
  );
}

const commandFor = ({ org_id: orgId, fs_id: fsId }: FilesystemIds, origin: string) =>
  `curl ${origin}/api/v1/orgs/${orgId}/filesystems/${fsId}/webhooks \\
  -H "Authorization: Bearer $TIDEMARK_API_KEY" \\
  --json '{"url":"https://hooks.example.com/files","path_prefix":"/"}'`;
