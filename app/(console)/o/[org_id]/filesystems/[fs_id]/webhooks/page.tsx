import type { Metadata } from "next";

import { WebhookList } from "@/components/webhooks/webhook-list";
import { text } from "@/console/text/webhooks";

export const metadata: Metadata = { title: text.webhooks };

type Props = { params: Promise<{ org_id: string; fs_id: string }> };

/** The webhooks of a filesystem. */
export default async function Page({ params }: Props) {
  return <WebhookList {...await params} />;
}
