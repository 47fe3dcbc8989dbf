import type { Metadata } from "next";

import { WebhookDetail } from "@/components/webhooks/webhook-detail";

export const metadata: Metadata = { title: "Webhook" };

type Props = { params: Promise<{ org_id: string; fs_id: string; webhook_id: string }> };

/** One webhook: how it stands, what it sent, and how to verify it. */
export default async function Page({ params }: Props) {
  return <WebhookDetail {...await params} />;
}
