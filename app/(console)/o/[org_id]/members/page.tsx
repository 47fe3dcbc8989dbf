import type { Metadata } from "next";

import { Seed } from "@/app/seed";
import { Members } from "@/components/organisations/members";
import { invitationsQuery, membersQuery } from "@/console/queries/members";
import { text } from "@/console/text/layout";

export const metadata: Metadata = { title: text.members };

type Props = { params: Promise<{ org_id: string }> };

/** The members and invitations of an organisation. */
export default async function Page({ params }: Props) {
  const { org_id: orgId } = await params;
  return (
    <Seed ask={(cache) => [cache.query(membersQuery(orgId)), cache.query(invitationsQuery(orgId))]}>
      <Members />
    </Seed>
  );
}
