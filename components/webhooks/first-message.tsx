"use client";

import Link from "next/link";

import { DeliveryRow } from "@/components/deliveries/delivery-row";
import { Page } from "@/components/layout/page";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Secret } from "@/components/ui/secret";
import { Skeleton } from "@/components/ui/skeleton";
import type { FilesystemIds, Webhook } from "@/console/queries/webhooks";

import { LiveMark } from "./live-mark";
import { placesOf } from "./routes";
import { useDeliveries } from "./use-deliveries";

const CodeTabs = lazyWithRetry(
  async () => (await import("./code-tabs")).CodeTabs,
  <Skeleton className="h-64" />,
);

type Props = { params: FilesystemIds; made: Webhook & { secret: string } };

/** A webhook just made: its secret, how to verify by it, and its first message as it goes out. */
export function FirstMessage({ params, made }: Props) {
  const { live, told } = useDeliveries({ ...params, webhook_id: made.id });
  const href = placesOf(params).one(made.id);
  return (
    <Page
      title="Your webhook is ready"
      description="Its first message, files.resync, tells your backend to list the files once. It is on its way."
      actions={
        <Button asChild variant="secondary">
          <Link href={href}>To the webhook</Link>
        </Button>
      }
    >
      <Card
        title="Signing secret"
        description="It is shown this once. Store it where your backend reads it from; nobody can look it up later."
      >
        <div className="p-5">
          <Secret label="Secret" value={made.secret} />
        </div>
      </Card>
      <Card title="First message" action={<LiveMark state={live} />}>
        <div aria-live="polite" className="min-h-16">
          {told.length === 0 && <Skeleton className="m-5 h-6" />}
          <ul className="divide-line divide-y">
            {told.map((delivery) => (
              <li key={delivery.id}>
                <DeliveryRow delivery={delivery} href={`${href}?delivery=${delivery.id}`} />
              </li>
            ))}
          </ul>
        </div>
      </Card>
      <Card title="Verify it" description="With the secret above in TIDEMARK_WEBHOOK_SECRET.">
        <div className="p-5">
          <CodeTabs webhook={made} />
        </div>
      </Card>
    </Page>
  );
}
