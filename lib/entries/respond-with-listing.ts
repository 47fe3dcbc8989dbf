import type { listEntries } from "./list-entries";

/** Answers one page of a listing (spec 5.13), whose entries go out as they came. */
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
