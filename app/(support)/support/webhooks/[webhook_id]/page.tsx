import type { Metadata } from "next";

import { TroubledWebhook } from "@/components/support/failing-webhook";

export const metadata: Metadata = { title: "Webhook" };

type Props = { params: Promise<{ webhook_id: string }> };

/** One webhook's attempts, without paths and bodies. */
export default async function Page({ params }: Props) {
  return <TroubledWebhook id={(await params).webhook_id} />;
}
