import { type FetchQueryOptions, QueryClient, type QueryKey } from "@tanstack/react-query";
import { headers } from "next/headers";
import type { ReactNode } from "react";

import { Seeded, type Seeds } from "@/components/layout/seeded";
import { sendWith } from "@/lib/api-client/request";
import { pageCaller } from "@/lib/auth/page-caller";
import { setCaller } from "@/lib/http/known-caller";
import { setPeer } from "@/lib/http/peer";
import { createRouter } from "@/lib/http/router";
import { services } from "@/lib/services";

import * as routes from "./seed-routes";

/** How many rows of a list have what each of them asks for; all would delay a long one. */
export const ROWS = 25;

/** The query of a page's address; a name that is repeated there has no value that a page knows. */
export type Search = Promise<Record<string, string>>;

type Props = {
  /** Asks the queries that the components inside begin with. */
  ask: (cache: QueryClient) => Promise<unknown>[];
  children: ReactNode;
};

/**
 * Asks queries while the page is made, so that the browser does not. A query that fails is left to the browser, which
 * shows the failure.
 */
export async function Seed({ ask, children }: Props) {
  const seeds: Seeds[number][] = [];
  const cache = new QueryClient();
  cache.getQueryCache().subscribe(({ type, query, ...event }) => {
    if (type === "updated" && "action" in event && event.action.type === "success")
      seeds.push({ queryKey: query.queryKey, data: query.state.data });
  });
  if ((await pageCaller()) !== null) await Promise.allSettled(ask(cache));
  return <Seeded seeds={seeds}>{children}</Seeded>;
}

/** Asks one query, for the title of a page; null if it fails. */
export async function askOne<Data, Key extends QueryKey>(
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<Data | null> {
  if ((await pageCaller()) === null) return null;
  return new QueryClient().fetchQuery(query).catch(() => null);
}

const route = createRouter(Object.values(routes));

// The queries of the console, asked here: the same routes answer in this process, for the caller of the page.
sendWith(async (path, init) => {
  const request = new Request(new URL(path, services().settings.appUrl), init);
  setPeer(request, { address: (await headers()).get("x-tidemark-address") ?? "unknown" });
  const found = await pageCaller(path);
  if (found !== null) setCaller(request, found.caller, found.ids);
  return route(request);
});
