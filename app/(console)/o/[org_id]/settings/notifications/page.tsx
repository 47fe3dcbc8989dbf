import type { Metadata } from "next";

import { Seed } from "@/app/seed";
import { Notifications } from "@/components/organisations/notifications";
import { membersQuery } from "@/console/queries/members";
import { text } from "@/console/text/notifications";
import { services } from "@/lib/services";

export const metadata: Metadata = { title: text.title };

type Props = { params: Promise<{ org_id: string }> };

/** Which alerts of an organisation are sent to whom. */
export default async function Page({ params }: Props) {
  const { org_id: orgId } = await params;
  return (
    <Seed ask={(cache) => [cache.query(membersQuery(orgId))]}>
      <Notifications sendsEmail={services().settings.mail.url !== undefined} />
    </Seed>
  );
}
