"use client";

import { Webhook as Icon } from "lucide-react";
import Link from "next/link";

import { Command } from "@/components/service/command";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import type { FilesystemIds } from "@/console/queries/webhooks";

import { placesOf } from "./routes";

/** What a webhook is for, and two ways to the first one. */
export function NoWebhooks(params: FilesystemIds) {
  const command = commandFor(params, window.location.origin);
  return (
    <section
      aria-label="No webhooks yet"
      className="border-line bg-sheet rounded-card flex flex-col gap-5 border p-6"
    >
      <div className="flex flex-col items-start gap-3">
        <Icon aria-hidden className="text-tide size-6" />
        <p className="max-w-prose">
          A webhook sends your backend one signed HTTPS request about each batch of changes, in
          order, and again until your backend has answered 2xx.
        </p>
        <Button asChild>
          <Link href={placesOf(params).new}>Create the first webhook</Link>
        </Button>
      </div>
      <div className="flex flex-col gap-2">
        <div className="flex items-center justify-between gap-3">
          <p className="text-muted text-sm">
            Or from a shell, with an API key that may write here:
          </p>
          <CopyButton text={command} label="Copy the command" />
        </div>
        <Command>{command}</Command>
      </div>
    </section>
  );
}

const commandFor = ({ org_id: orgId, fs_id: fsId }: FilesystemIds, origin: string) =>
  `curl ${origin}/api/v1/orgs/${orgId}/filesystems/${fsId}/webhooks \\
  -H "Authorization: Bearer $TIDEMARK_API_KEY" \\
  --json '{"url":"https://hooks.example.com/files","path_prefix":"/"}'`;
