import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { exchangeTicket } from "@/lib/mounts/exchange-ticket";

export const POST = handle(api.mounts.exchange, ({ ctx, body }) => exchangeTicket(ctx, body));
