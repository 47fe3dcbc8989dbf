import type { Metadata } from "next";

import { NewWebhook } from "@/components/webhooks/new-webhook";
import { text } from "@/console/text/webhooks";

export const metadata: Metadata = { title: text.newWebhook };

type Props = { params: Promise<{ org_id: string; fs_id: string }> };

/** Creates a webhook and shows its first message. */
export default async function Page({ params }: Props) {
  return <NewWebhook {...await params} />;
}
