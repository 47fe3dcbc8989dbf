"use client";

import { Check } from "lucide-react";
import { type ReactNode, useState } from "react";

import { useOrganisation } from "@/components/layout/organisation";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { webhookRoutes } from "@/components/webhooks/routes";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { text } from "@/console/text/first-run";

const NewFilesystem = lazyWithRetry(() =>
  import("@/components/filesystems/new-filesystem").then((all) => all.NewFilesystem),
);
const NewApiKey = lazyWithRetry(() => import("./new-api-key").then((all) => all.NewApiKey));
const UseTestInbox = lazyWithRetry(
  () => import("@/components/webhooks/use-test-inbox").then((all) => all.UseTestInbox),
  <Skeleton className="h-9 w-40" />,
);
const FirstFile = lazyWithRetry(
  () => import("./first-file").then((all) => all.FirstFile),
  <Skeleton className="h-9 w-32" />,
);

type Props = {
  /** The filesystem for the next steps; null if there is none yet. */
  filesystemId: string | null;
  /** Null if the user may not see API keys. */
  hasKey: boolean | null;
  hasWebhook: boolean;
};

/** The steps from an empty organisation to a first delivered message. Progress follows from what exists. */
export function FirstRun({ filesystemId, hasKey, hasWebhook }: Props) {
  const { id: orgId } = useOrganisation();
  const [open, setOpen] = useState<"filesystem" | "key" | null>(null);
  const params = filesystemId === null ? null : { org_id: orgId, fs_id: filesystemId };
  const steps = [
    {
      ...text.filesystem,
      done: params !== null,
      control: <Button onClick={() => setOpen("filesystem")}>{text.filesystem.action}</Button>,
    },
    {
      ...text.webhook,
      done: hasWebhook,
      control: params && <AddWebhook params={params} />,
    },
    {
      ...text.message,
      done: false,
      control: params && <FirstFile params={params} hasKey={hasKey !== false} />,
    },
    {
      title: text.key.title,
      about: hasKey === null ? text.key.aboutForMembers : text.key.about,
      done: hasKey ?? false,
      // Nothing above waits for it.
      extra: hasKey === false && params !== null && (
        <Button variant="secondary" onClick={() => setOpen("key")}>
          {text.key.action}
        </Button>
      ),
    },
  ];
  const next = steps.findIndex(({ done }) => !done);
  return (
    <Card title={text.title} description={text.description}>
      <ol className="divide-line divide-y">
        {steps.map((step, i) => (
          <Step key={step.title} number={i + 1} step={step} isNext={i === next} />
        ))}
      </ol>
      {open === "filesystem" && (
        <NewFilesystem
          name={text.filesystem.name}
          onCreated={() => setOpen(null)}
          onClose={() => setOpen(null)}
        />
      )}
      {open === "key" && <NewApiKey onClose={() => setOpen(null)} />}
    </Card>
  );
}

type StepProps = {
  number: number;
  step: {
    title: string;
    about: string;
    done: boolean;
    /** Shown while it is the next step. */
    control?: ReactNode;
    /** Shown at any time. */
    extra?: ReactNode;
  };
  isNext: boolean;
};

function Step({ number, step, isNext }: StepProps) {
  const { title, about, done, control, extra } = step;
  return (
    <li aria-current={isNext ? "step" : undefined} className="flex gap-4 px-5 py-4">
      <span
        className={`mt-0.5 grid size-6 shrink-0 place-items-center rounded-full text-xs font-semibold tabular-nums ${done ? "bg-good-soft text-good" : isNext ? "bg-tide text-on-tide" : "bg-well text-muted"}`}
      >
        {done ? <Check aria-hidden className="size-3.5" /> : number}
        {done && <span className="sr-only">{text.done}</span>}
      </span>
      <div className="flex min-w-0 flex-1 flex-col items-start gap-3">
        <div>
          <h3 className={done ? "text-muted font-medium" : "font-medium"}>{title}</h3>
          <p className="text-muted text-sm">{about}</p>
        </div>
        {isNext && control}
        {extra}
      </div>
    </li>
  );
}

function AddWebhook({ params }: { params: FilesystemIds }) {
  return (
    <div className="flex flex-wrap gap-2">
      <UseTestInbox params={params} />
      <Button asChild variant="secondary">
        <Link href={webhookRoutes(params).new}>{text.webhook.action}</Link>
      </Button>
    </div>
  );
}
