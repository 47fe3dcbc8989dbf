import contentDisposition from "content-disposition";

import { api } from "@/lib/contract/api";
import { readArchive } from "@/lib/entries/read-archive";
import { handle } from "@/lib/http/handle";

export const GET = handle(api.entries.archive, async ({ ctx, query }) => {
  const { name, stream } = await readArchive(ctx, query);
  const headers = {
    "content-type": "application/zip",
    "content-disposition": contentDisposition(name),
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox",
    "cross-origin-resource-policy": "same-origin",
  };
  return new Response(stream, { headers });
});
