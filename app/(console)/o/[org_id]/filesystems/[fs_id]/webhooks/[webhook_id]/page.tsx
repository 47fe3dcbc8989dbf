import type { Metadata } from "next";

import { WebhookDetail } from "@/components/webhooks/webhook-detail";
import { text } from "@/console/text/webhooks";

export const metadata: Metadata = { title: text.webhook };

type Props = { params: Promise<{ org_id: string; fs_id: string; webhook_id: string }> };

/** One webhook: its status, its deliveries and how to verify them. */
export default async function Page({ params }: Props) {
  return <WebhookDetail {...await params} />;
}
