import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { exchangeTicket } from "@/lib/mounts/exchange-ticket";

export const POST = handle(api.mounts.exchange, ({ ctx, body, reply }) => {
  // Who asks has no credential, but the answer is one.
  reply.headers.set("cache-control", "no-store");
  return exchangeTicket(ctx, body);
});
