import type { listEntries } from "./list-entries";

/** Responds with a page of a listing (spec 5.13) without re-encoding its entries. */
export function respondWithListing({
  root,
  entries,
  cursor,
  next_page_token,
}: Awaited<ReturnType<typeof listEntries>>): Response {
  const rest = JSON.stringify({ cursor, next_page_token });
  const page = `{"root":${JSON.stringify(root)},"entries":${entries},${rest.slice(1)}`;
  return new Response(page, { headers: { "content-type": "application/json" } });
}
