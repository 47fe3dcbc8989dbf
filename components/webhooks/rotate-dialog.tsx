"use client";

import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { Failure } from "@/components/forms/failure";
import { Template } from "@/components/layout/template";
import { Button } from "@/components/ui/button";
import { Countdown } from "@/components/ui/countdown";
import { Dialog } from "@/components/ui/dialog";
import { Secret } from "@/components/ui/secret";
import { useNow } from "@/components/ui/use-now";
import { rotateSecret } from "@/console/queries/webhook-verbs";
import type { WebhookIds } from "@/console/queries/webhooks";
import { text } from "@/console/text/webhook-dialogs";

const MESSAGES = { rate_limited: text.rotateLimited };

/** Rotates the signing secret and shows how long the old one stays active. */
export function RotateDialog({ params, onClose }: { params: WebhookIds; onClose: () => void }) {
  const now = useNow();
  const rotate = useMutation({ mutationFn: () => rotateSecret(params), gcTime: 0 });
  if (rotate.data === undefined)
    return (
      <Dialog title={text.rotateTitle} description={text.rotateAbout} onClose={onClose}>
        <Failure error={rotate.error} messages={MESSAGES} />
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button aria-disabled={rotate.isPending} onClick={() => rotate.mutate()}>
            {text.rotateConfirm}
          </Button>
        </div>
      </Dialog>
    );
  const { secret, previous_secrets: previous } = rotate.data;
  return (
    <Dialog isSticky title={text.newSecret} description={text.newSecretAbout} onClose={onClose}>
      <Secret label={text.signingSecret} value={secret} />
      <ol aria-label={text.activeSecrets} className="flex flex-col gap-2.5">
        <ActiveSecret name={text.newest} about={text.newestAbout} />
        {previous.map(({ expires_at: at }, i) => (
          <ActiveSecret
            key={at}
            name={i === 0 ? text.previous : text.older}
            about={
              <Template text={text.previousAbout} slots={{ countdown: <Countdown to={at} /> }} />
            }
            share={(Date.parse(at) - now) / DAY_MS}
          />
        ))}
      </ol>
      <div className="flex justify-end">
        <Button onClick={onClose}>{text.stored}</Button>
      </div>
    </Dialog>
  );
}

const DAY_MS = 86_400_000;

type ActiveSecretProps = {
  name: string;
  about: ReactNode;
  /** How much of the next 24 hours it covers, 0 to 1. */
  share?: number;
};

function ActiveSecret({ name, about, share = 1 }: ActiveSecretProps) {
  return (
    <li className="flex flex-col gap-1">
      <p className="text-sm">
        <span className="font-medium">{name}</span> <span className="text-muted">{about}</span>
      </p>
      <svg
        aria-hidden
        className="bg-well h-1.5 w-full rounded-full"
        preserveAspectRatio="none"
        viewBox="0 0 100 1"
      >
        <rect width={Math.max(1, Math.min(100, share * 100))} height="1" className="fill-tide" />
      </svg>
    </li>
  );
}
