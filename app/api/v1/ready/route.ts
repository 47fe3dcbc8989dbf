import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { currentReadiness } from "@/lib/http/readiness";

export const GET = handle(api.service.ready, async ({ reply }) => {
  const readiness = await currentReadiness();
  if (Object.values(readiness).includes("failing")) reply.status = 503;
  return readiness;
});
