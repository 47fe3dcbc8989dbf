import type { Context } from "@/lib/auth/context";

type Page = { limit: number; after?: string | undefined };

type Listing = { ctx: Context; request: Request; reply: { headers: Headers }; query: Page };

/**
 * Returns one page of a list and sets `Link: <…>; rel="next"` while there are more (spec 1.6).
 * @param list reads up to `limit` items after an id
 * @param idOf the id after which the next page starts
 */
export async function paginate<T>(
  { ctx, request, reply, query }: Listing,
  list: (page: Page) => Promise<T[]>,
  idOf: (item: T) => string,
): Promise<T[]> {
  const items = await list({ ...query, limit: query.limit + 1 });
  if (items.length <= query.limit) return items;
  const page = items.slice(0, query.limit);
  const last = page.at(-1);
  const { pathname, search } = new URL(request.url);
  // Keeps the filters of this page; only the start changes.
  const next = new URL(pathname + search, ctx.services.settings.appUrl);
  next.searchParams.set("limit", String(query.limit));
  if (last !== undefined) next.searchParams.set("after", idOf(last));
  reply.headers.set("link", `<${next.href}>; rel="next"`);
  return page;
}
