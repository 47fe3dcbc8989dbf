import type { Metadata } from "next";

import { NewWebhook } from "@/components/webhooks/new-webhook";

export const metadata: Metadata = { title: "New webhook" };

type Props = { params: Promise<{ org_id: string; fs_id: string }> };

/** From an address to the first message that arrives there. */
export default async function Page({ params }: Props) {
  return <NewWebhook {...await params} />;
}
