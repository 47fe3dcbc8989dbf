import type { Metadata } from "next";

import { Seed } from "@/app/seed";
import { Settings } from "@/components/organisations/settings";
import { securityQuery } from "@/console/queries/account";
import { limitsQuery, organisationQuery } from "@/console/queries/organisations";
import { text } from "@/console/text/layout";
import { services } from "@/lib/services";

export const metadata: Metadata = { title: text.settings };

type Props = { params: Promise<{ org_id: string }> };

/** The name and the limits of an organisation. */
export default async function Page({ params }: Props) {
  const { org_id: orgId } = await params;
  return (
    <Seed
      ask={(cache) => [
        cache.query(limitsQuery(orgId)),
        cache.query(organisationQuery(orgId)),
        cache.query(securityQuery),
      ]}
    >
      <Settings sendsEmail={services().settings.mail.url !== undefined} />
    </Seed>
  );
}
