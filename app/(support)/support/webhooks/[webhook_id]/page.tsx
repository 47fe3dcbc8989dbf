import type { Metadata } from "next";

import { FailingWebhook } from "@/components/support/failing-webhook";
import { text } from "@/console/text/support";

export const metadata: Metadata = { title: text.webhook };

type Props = { params: Promise<{ webhook_id: string }> };

/** One webhook's attempts, without paths and bodies. */
export default async function Page({ params }: Props) {
  return <FailingWebhook id={(await params).webhook_id} />;
}
