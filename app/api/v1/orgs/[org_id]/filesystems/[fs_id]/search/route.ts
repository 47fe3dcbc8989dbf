import { api } from "@/lib/contract/api";
import { searchEntries } from "@/lib/entries/search-entries";
import { countPoints } from "@/lib/http/count-points";
import { handle } from "@/lib/http/handle";

// Of a search, besides its own: it may examine a hundred times as many names as a listing has.
const MORE_POINTS = 9;

export const GET = handle(api.entries.search, async ({ ctx, query, reply }) => {
  await countPoints(ctx, MORE_POINTS, reply.headers);
  const { entries, next_page_token } = await searchEntries(ctx, query);
  const page = `{"entries":${entries},"next_page_token":${JSON.stringify(next_page_token)}}`;
  return new Response(page, { headers: { "content-type": "application/json" } });
});
