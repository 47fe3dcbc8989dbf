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
import { text } from "@/console/text/new-webhook";

import { LiveMark } from "./live-mark";
import { webhookRoutes } from "./routes";
import { useDeliveries } from "./use-deliveries";

const CodeTabs = lazyWithRetry(
  async () => (await import("./code-tabs")).CodeTabs,
  <Skeleton className="h-64" />,
);

type Props = { params: FilesystemIds; created: Webhook & { secret: string } };

/** A new webhook: its secret, its first message, live, and how to verify it. */
export function FirstMessage({ params, created }: Props) {
  const { live, pushed } = useDeliveries({ ...params, webhook_id: created.id });
  const href = webhookRoutes(params).one(created.id);
  return (
    <Page
      title={text.ready}
      description={text.readyAbout}
      actions={
        <Button asChild variant="secondary">
          <Link href={href}>{text.goToWebhook}</Link>
        </Button>
      }
    >
      <Card title={text.signingSecret} description={text.signingSecretAbout}>
        <div className="p-5">
          <Secret label={text.secret} value={created.secret} />
        </div>
      </Card>
      <Card title={text.firstMessage} action={<LiveMark state={live} />}>
        <div aria-live="polite" className="min-h-16">
          {pushed.length === 0 && <Skeleton className="m-5 h-6" />}
          <ul className="divide-line divide-y">
            {pushed.map((delivery) => (
              <li key={delivery.id}>
                <DeliveryRow delivery={delivery} href={`${href}?delivery=${delivery.id}`} />
              </li>
            ))}
          </ul>
        </div>
      </Card>
      <Card title={text.verifyIt} description={text.verifyItAbout}>
        <div className="p-5">
          <CodeTabs webhook={created} />
        </div>
      </Card>
    </Page>
  );
}
