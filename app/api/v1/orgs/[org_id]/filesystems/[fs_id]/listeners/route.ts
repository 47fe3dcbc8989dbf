import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { createListener } from "@/lib/webhooks/create-listener";

export const POST = handle(api.listeners.create, ({ ctx, body }) => createListener(ctx, body));
