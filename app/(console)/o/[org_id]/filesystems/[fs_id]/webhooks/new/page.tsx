import type { Metadata } from "next";

import { Seed } from "@/app/seed";
import { NewWebhook } from "@/components/webhooks/new-webhook";
import { directoriesQuery } from "@/console/queries/directories";
import { webhooksQuery } from "@/console/queries/webhooks";
import { text } from "@/console/text/webhooks";

export const metadata: Metadata = { title: text.newWebhook };

type Props = { params: Promise<{ org_id: string; fs_id: string }> };

/** Creates a webhook and shows its first message. */
export default async function Page({ params }: Props) {
  const ids = await params;
  return (
    <Seed
      ask={(cache) => [cache.query(directoriesQuery(ids, "/")), cache.query(webhooksQuery(ids))]}
    >
      <NewWebhook {...ids} />
    </Seed>
  );
}
