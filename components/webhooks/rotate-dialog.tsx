"use client";

import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import { Countdown } from "@/components/ui/countdown";
import { Dialog } from "@/components/ui/dialog";
import { Secret } from "@/components/ui/secret";
import { useNow } from "@/components/ui/use-now";
import { rotateSecret, type WebhookIds } from "@/console/queries/webhooks";

const WORDS = { rate_limited: "Four rotations in 24 hours are the most. Try again later." };

/** Replaces the signing secret, and shows how long the old one goes on beside it. */
export function RotateDialog({ params, onClose }: { params: WebhookIds; onClose: () => void }) {
  const now = useNow();
  const rotate = useMutation({ mutationFn: () => rotateSecret(params), gcTime: 0 });
  if (rotate.data === undefined)
    return (
      <Dialog
        title="Rotate the signing secret?"
        description="You get a new secret. For 24 hours messages are signed with both, so nothing is lost while your backend changes over."
        onClose={onClose}
      >
        <Failure error={rotate.error} messages={WORDS} />
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button aria-disabled={rotate.isPending} onClick={() => rotate.mutate()}>
            Rotate
          </Button>
        </div>
      </Dialog>
    );
  const { secret, previous_secrets: previous } = rotate.data;
  return (
    <Dialog
      title="The new secret"
      description="Store it now: it is shown this once, and nobody can look it up later."
      onClose={onClose}
    >
      <Secret label="Signing secret" value={secret} />
      <ol aria-label="Secrets that sign" className="flex flex-col gap-2.5">
        <Line name="New" words="signs from now on" />
        {previous.map(({ expires_at: at }, i) => (
          <Line
            key={at}
            name={i === 0 ? "Old" : "Older"}
            words={
              <>
                signs beside it for another <Countdown to={at} />
              </>
            }
            share={(Date.parse(at) - now) / DAY_MS}
          />
        ))}
      </ol>
      <div className="flex justify-end">
        <Button onClick={onClose}>I have stored it</Button>
      </div>
    </Dialog>
  );
}

const DAY_MS = 86_400_000;

type LineProps = {
  name: string;
  words: ReactNode;
  /** How much of the next 24 hours it covers. */
  share?: number;
};

function Line({ name, words, share = 1 }: LineProps) {
  return (
    <li className="flex flex-col gap-1">
      <p className="text-sm">
        <span className="font-medium">{name}</span> <span className="text-muted">{words}</span>
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
