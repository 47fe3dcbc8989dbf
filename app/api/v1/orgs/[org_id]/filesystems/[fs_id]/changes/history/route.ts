import { searchChanges } from "@/lib/changes/search-changes";
import { api } from "@/lib/contract/api";
import { countPoints } from "@/lib/http/count-points";
import { handle } from "@/lib/http/handle";

// Of a search, besides its own: it may examine a hundred times as many changes as a page of the feed has.
const MORE_POINTS = 9;

export const GET = handle(api.changes.search, async ({ ctx, query, reply }) => {
  const isSearch = query.query !== undefined || query.type !== undefined;
  await countPoints(ctx, isSearch ? MORE_POINTS : 0, reply.headers);
  return searchChanges(ctx, query);
});
