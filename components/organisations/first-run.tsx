"use client";

import { Check } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useState } from "react";

import { useOrganisation } from "@/components/layout/organisation";
import { Command } from "@/components/service/command";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";

const NewFilesystem = lazyWithRetry(() =>
  import("@/components/filesystems/new-filesystem").then((all) => all.NewFilesystem),
);
const NewApiKey = lazyWithRetry(() => import("./new-api-key").then((all) => all.NewApiKey));

type Props = {
  /** The filesystem that the next steps are about; null: there is none. */
  filesystemId: string | null;
  /** Null: one may not know. */
  hasKey: boolean | null;
  hasWebhook: boolean;
};

/** The way from an empty account to a first delivered message. What is done is told from what exists. */
export function FirstRun({ filesystemId, hasKey, hasWebhook }: Props) {
  const { id: orgId } = useOrganisation();
  const [open, setOpen] = useState<"filesystem" | "key" | null>(null);
  const hasFilesystem = filesystemId !== null;
  const steps = [
    {
      title: "Make a filesystem",
      about: "A tree of files that your programs read and write.",
      done: hasFilesystem,
      act: <Button onClick={() => setOpen("filesystem")}>New filesystem</Button>,
    },
    {
      title: "Make an API key",
      about:
        hasKey === null
          ? "A program acts with one. An owner or an admin makes it for you."
          : "A program acts with one. Give it the filesystem to read and write.",
      done: hasKey ?? hasWebhook,
      act: hasKey === null ? null : <Button onClick={() => setOpen("key")}>New key</Button>,
    },
    {
      title: "Add a webhook",
      about: "We tell its address of every change, signed, in order, until it answers.",
      done: hasWebhook,
      act: (
        <Button asChild>
          <Link href={`/o/${orgId}/filesystems/${filesystemId}/webhooks/new`}>New webhook</Link>
        </Button>
      ),
    },
    {
      title: "See the first message arrive",
      about:
        "A new webhook gets a files.resync at once; then write a file and get a files.changed.",
      done: false,
      act: hasFilesystem && <FirstFile orgId={orgId} filesystemId={filesystemId} />,
    },
  ];
  // A member cannot make keys, and need not wait for one.
  const next = steps.findIndex(({ done, act }) => !done && act !== null);
  return (
    <Card title="To your first message" description="Four steps, a few minutes.">
      <ol className="divide-line divide-y">
        {steps.map((step, i) => (
          <Step key={step.title} number={i + 1} step={step} isNext={i === next} />
        ))}
      </ol>
      {open === "filesystem" && <NewFilesystem onClose={() => setOpen(null)} />}
      {open === "key" && <NewApiKey onClose={() => setOpen(null)} />}
    </Card>
  );
}

type StepProps = {
  number: number;
  step: { title: string; about: string; done: boolean; act: ReactNode };
  isNext: boolean;
};

function Step({ number, step: { title, about, done, act }, isNext }: StepProps) {
  return (
    <li aria-current={isNext ? "step" : undefined} className="flex gap-4 px-5 py-4">
      <span
        className={`mt-0.5 grid size-6 shrink-0 place-items-center rounded-full text-xs font-semibold tabular-nums ${done ? "bg-good-soft text-good" : isNext ? "bg-tide text-on-tide" : "bg-well text-muted"}`}
      >
        {done ? <Check aria-hidden className="size-3.5" /> : number}
        {done && <span className="sr-only">Done</span>}
      </span>
      <div className="flex min-w-0 flex-1 flex-col items-start gap-3">
        <div>
          <h3 className={done ? "text-muted font-medium" : "font-medium"}>{title}</h3>
          <p className="text-muted text-sm">{about}</p>
        </div>
        {isNext && act}
      </div>
    </li>
  );
}

function FirstFile({ orgId, filesystemId }: { orgId: string; filesystemId: string }) {
  const path = `/api/v1/orgs/${orgId}/filesystems/${filesystemId}/files?path=/hello.txt`;
  const command = `curl -X PUT --data-binary 'hello' -H "Authorization: Bearer $TIDEMARK_KEY" '${window.location.origin}${path}'`;
  return (
    <div className="flex w-full flex-col items-end gap-2">
      <div className="w-full">
        <Command>{command}</Command>
      </div>
      <CopyButton text={command} label="Copy the command" />
    </div>
  );
}
