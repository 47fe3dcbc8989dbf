import type { QueryClient } from "@tanstack/react-query";
import { cookies } from "next/headers";
import type { ReactNode } from "react";

import { Frame } from "@/components/layout/frame";
import { meQuery } from "@/console/queries/me";
import { noticesQuery } from "@/console/queries/notices";
import { webhookCountsQuery } from "@/console/queries/webhook-counts";
import { ORGANISATION_COOKIE } from "@/console/state/last-organisation";
import { homeOrganisation } from "@/lib/organisations/home-organisation";
import { services } from "@/lib/services";

import { Seed } from "./seed";

type User = { id: string; isSupport: boolean };

/** The organisation that a user begins with, or null. */
export const homeOf = async ({ id }: Pick<User, "id">): Promise<string | null> =>
  homeOrganisation(services().db, id, (await cookies()).get(ORGANISATION_COOKIE)?.value ?? null);

type Props = {
  user: User;
  /** Asks what the page begins with. */
  ask?: (cache: QueryClient) => Promise<unknown>[];
  children: ReactNode;
};

/** The console's frame around a page of the user's own, with the organisation that they come from. */
export async function UserFrame({ user, ask = () => [], children }: Props) {
  const orgId = await homeOf(user);
  return (
    <Seed
      ask={(cache) => [
        cache.query(meQuery),
        ...(orgId === null
          ? []
          : [cache.query(webhookCountsQuery(orgId)), cache.query(noticesQuery(orgId))]),
        ...ask(cache),
      ]}
    >
      <Frame orgId={orgId} isSupport={user.isSupport}>
        {children}
      </Frame>
    </Seed>
  );
}
