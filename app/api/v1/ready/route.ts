import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { readReadiness } from "@/lib/http/readiness";

export const GET = handle(api.service.ready, async ({ ctx, reply }) => {
  const readiness = await readReadiness(ctx.services);
  if (Object.values(readiness).includes("failing")) reply.status = 503;
  return readiness;
});
