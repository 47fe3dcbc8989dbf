import type { Metadata } from "next";

import { Seed } from "@/app/seed";
import { ApiKeys } from "@/components/organisations/api-keys";
import { apiKeysQuery } from "@/console/queries/api-keys";
import { text } from "@/console/text/layout";

export const metadata: Metadata = { title: text.apiKeys };

type Props = { params: Promise<{ org_id: string }> };

/** The API keys of an organisation. */
export default async function Page({ params }: Props) {
  const { org_id: orgId } = await params;
  return (
    <Seed ask={(cache) => [cache.query(apiKeysQuery(orgId))]}>
      <ApiKeys />
    </Seed>
  );
}
