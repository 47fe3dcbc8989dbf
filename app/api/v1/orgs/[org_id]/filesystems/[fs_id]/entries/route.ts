import { api } from "@/lib/contract/api";
import { listEntries } from "@/lib/entries/list-entries";
import { respondWithListing } from "@/lib/entries/respond-with-listing";
import { handle } from "@/lib/http/handle";

export const GET = handle(api.entries.list, async ({ ctx, query }) =>
  respondWithListing(await listEntries(ctx, query)),
);
