import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { readInbox } from "@/lib/test-inbox/read-inbox";

export const GET = handle(api.testInbox.read, ({ ctx, params }) =>
  readInbox(ctx, params.webhook_id),
);
